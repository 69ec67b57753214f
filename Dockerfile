# The bot in a container: docker build -t gobelet . ; how it is run says docs/operating.md (and compose.yaml).

# --- What runs is put together here; what puts it together (pip, setuptools) stays here.
FROM python:3.11-slim AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_ROOT_USER_ACTION=ignore

# The packages first: they change less often than the program. Each must have the hash that was noted for it.
COPY requirements-server.txt /build/
RUN python -m venv --without-pip /opt/gobelet \
    && python -m pip --python /opt/gobelet/bin/python install --require-hashes --only-binary :all: -r /build/requirements-server.txt

COPY pyproject.toml README.md LICENSE /build/
COPY engines /build/engines
COPY players /build/players
COPY bot /build/bot
COPY cogs /build/cogs
COPY db /build/db
COPY playground /build/playground
RUN python -m pip --python /opt/gobelet/bin/python install --no-deps --no-index --no-build-isolation /build \
    && python -m pip --python /opt/gobelet/bin/python uninstall --yes setuptools

# --- The image: Python, the bot, and a user who may write in /data alone.
FROM python:3.11-slim

COPY --from=build /opt/gobelet /opt/gobelet
RUN useradd --no-log-init --uid 10001 --user-group --home-dir /data --no-create-home --shell /usr/sbin/nologin gobelet \
    && install --directory --owner=gobelet --group=gobelet --mode=0700 /data

# OPS_PORT is for the health check below; from outside the container it can be reached with OPS_HOST=0.0.0.0 alone.
ENV PATH=/opt/gobelet/bin:$PATH PYTHONUNBUFFERED=1 DATABASE_PATH=/data/gobelet.db OPS_PORT=9100
WORKDIR /data
VOLUME /data
USER 10001:10001
STOPSIGNAL SIGTERM
# It is `gobelet health`, which would load all of the bot each time.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["python", "-m", "bot.operator.health"]
ENTRYPOINT ["gobelet"]
