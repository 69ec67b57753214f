"""What the operator types: `python -m bot COMMAND`. Each file is a command or two that belong together.

A command says in sentences what it did; if it cannot do all of its work, it changes nothing. A command that
may run beside a running bot opens the database by `stores.open_beside`, any other by `stores.open_alone`.
"""
