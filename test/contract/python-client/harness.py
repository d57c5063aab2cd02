"""What the checks share: the client, banks that end with the run, and the run itself.

A check is a function; its name says what a program in Python relies on. Checks of a module run in order and may build on one another.
"""

import asyncio
import functools
import inspect
import os
import time
import traceback

from aiohttp import ClientResponseError
from hindsight_client import Hindsight
from hindsight_client_api.exceptions import ApiException

BASE_URL = os.environ["BASE_URL"]
CHECKS = []
BANKS = []
CALLED = set()


def watched(cls):
    """Notes each public method that is called, so that one that no check calls is found."""
    for name, function in inspect.getmembers(cls, inspect.isfunction):
        if name.startswith("_"):
            continue

        def noted(*args, __function=function, __name=name, **kwargs):
            CALLED.add(__name)
            return __function(*args, **kwargs)

        setattr(cls, name, functools.wraps(function)(noted))
    return {name for name, _ in inspect.getmembers(cls, inspect.isfunction) if not name.startswith("_")}


METHODS = watched(Hindsight)
client = Hindsight(base_url=BASE_URL, api_key=os.environ.get("API_KEY"), timeout=60.0)


def check(function):
    CHECKS.append(function)
    return function


def bank(name):
    """Id of a bank that the run deletes at its end."""
    bank_id = f"py-{name}"
    if bank_id not in BANKS:
        BANKS.append(bank_id)
    return bank_id


def run(coroutine):
    """The generated groups are asynchronous; they run on the loop that the client made."""
    return asyncio.get_event_loop().run_until_complete(coroutine)


def ended(bank_id, operation_id, seconds=60):
    """Waits for an operation to end and returns it."""
    for _ in range(seconds * 20):
        operation = run(client.operations.get_operation_status(bank_id, operation_id))
        if operation.status not in ("pending", "processing"):
            return operation
        time.sleep(0.05)
    raise AssertionError(f"{operation_id} has not ended")


def finished(bank_id, operation_id):
    """Waits for an operation that must succeed."""
    operation = ended(bank_id, operation_id)
    assert operation.status == "completed", operation
    return operation


def refused(status, call):
    """Calls, and returns the text of the refusal."""
    try:
        call()
    except ApiException as error:
        assert error.status == status, error
        return str(error.body)
    except ClientResponseError as error:  # of the calls about settings, which tell no body
        assert error.status == status, error
        return error.message
    raise AssertionError("it was not refused")


def texts(results):
    return [each.text for each in results]


def run_checks():
    """Runs every check and returns the exit code. Last line: `N passed, N failed`."""
    passed = failed = 0
    for each in CHECKS:
        title = each.__name__.replace("_", " ")
        try:
            each()
            passed += 1
            print(f"ok    {title}")
        except Exception:
            failed += 1
            print(f"FAIL  {title}: {traceback.format_exc()}")
    for bank_id in BANKS:
        try:
            client.delete_bank(bank_id)
        except ApiException as error:
            if error.status != 404:
                failed += 1
                print(f"FAIL  deleting {bank_id}: {error}")
    client.close()
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 else 1
