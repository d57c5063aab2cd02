"""Drives the published Python client against a running server: BASE_URL=... python run.py"""

import checks_banks  # noqa: F401
import checks_memories  # noqa: F401
import checks_standing  # noqa: F401
import checks_transfer  # noqa: F401
from harness import run_checks

raise SystemExit(run_checks())
