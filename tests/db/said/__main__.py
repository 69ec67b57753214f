"""Write down every statement of the store, in the file of the schema's last step."""

import json
from pathlib import Path

from db.migrate import latest
from tests.db.test_statements import statements

if __name__ == "__main__":
    said = sorted(set(statements().values()))
    path = Path(__file__).parent / f"{latest():04}.json"
    path.write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
