"""What the operator types: `python -m bot COMMAND`. Each file is a command or two that belong together.

A command says in sentences what it did, and changes nothing where it cannot do all of it. What may be done
beside a running bot takes `stores.beside`, everything else `stores.alone`.
"""
