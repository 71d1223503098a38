"""``python -m regatta`` is the program ``regatta``."""

import sys

from regatta.terminal.main import main

if __name__ == "__main__":
    sys.exit(main())
