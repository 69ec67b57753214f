"""A long job: pictures that people bring are painted anew, as small WebP files with nothing else in them."""

import warnings
from collections.abc import Sequence
from io import BytesIO
from typing import Final

from PIL import Image, ImageOps

SIDE_AT_MOST: Final = 4000
"""A picture's longest side (pixels) as it may come."""
_SIDE: Final = 1000
"""Its longest side as it is kept."""
_FORMATS: Final = ("PNG", "JPEG", "WEBP")
_LENGTH: Final = 4
NO_PICTURE, TOO_BIG = b"no_picture", b"picture_too_big"
REFUSED: Final = (NO_PICTURE, TOO_BIG)
"""What is said of a picture that cannot be taken."""


def join(pieces: Sequence[bytes]) -> bytes:
    """Return pieces as one, for `split`: each behind its length."""
    return b"".join(len(piece).to_bytes(_LENGTH, "big") + piece for piece in pieces)


def split(joined: bytes) -> list[bytes]:
    """Return the pieces that `join` has made one."""
    pieces, at = [], 0
    while at < len(joined):
        start = at + _LENGTH
        at = start + int.from_bytes(joined[at:start], "big")
        pieces.append(joined[start:at])
    return pieces


def repaint(given: bytes) -> bytes:
    """Return each picture of `join` as a WebP, in the same order; for a bad one, one of REFUSED.

    Too big is a side of more than SIDE_AT_MOST.
    """
    warnings.simplefilter("error", Image.DecompressionBombWarning)
    Image.MAX_IMAGE_PIXELS = SIDE_AT_MOST * SIDE_AT_MOST
    return join([_repaint_one(data) for data in split(given)])


def _repaint_one(data: bytes) -> bytes:
    try:
        # The size is in the head of the file: nothing is decoded before it is known.
        with Image.open(BytesIO(data), formats=_FORMATS) as brought:
            if max(brought.size) > SIDE_AT_MOST:
                return TOO_BIG
            brought.draft("RGB", (_SIDE, _SIDE))
            upright = ImageOps.exif_transpose(brought)
            clear = "A" in upright.getbands() or "transparency" in upright.info
            sheet = upright.convert("RGBA" if clear else "RGB")
            sheet.thumbnail((_SIDE, _SIDE), Image.Resampling.LANCZOS)
            # Pasted on a new one, so that nothing but the pixels goes along.
            plain = Image.new(sheet.mode, sheet.size)
            plain.paste(sheet)
            kept = BytesIO()
            plain.save(kept, "WEBP", quality=80, method=2)
            return kept.getvalue()
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return TOO_BIG
    except MemoryError:
        raise
    except Exception:  # a decoder may fail in any way at what somebody has made up
        return NO_PICTURE
