"""Drives the published Python client against a running server: BASE_URL=... python python-client.py

Each check is a function; what it says is what a program in Python relies on. Last line: `N passed, N failed`.
"""

import asyncio
import os
import pathlib
import tempfile
import time
import traceback

from hindsight_client import Hindsight
from hindsight_client_api.exceptions import ApiException

BASE_URL = os.environ["BASE_URL"]
client = Hindsight(base_url=BASE_URL, api_key=os.environ.get("API_KEY"), timeout=60.0)
CHECKS = []
BANKS = []


def check(function):
    CHECKS.append(function)
    return function


def bank(name):
    """Id of a bank that the run deletes at its end."""
    bank_id = f"py-{name}"
    BANKS.append(bank_id)
    return bank_id


def run(coroutine):
    """The generated groups are asynchronous; they run on the loop that the client made."""
    return asyncio.get_event_loop().run_until_complete(coroutine)


def finished(bank_id, operation_id, seconds=60):
    """Waits for an operation to end and returns it."""
    for _ in range(seconds * 20):
        operation = run(client.operations.get_operation_status(bank_id, operation_id))
        if operation.status in ("completed", "failed", "cancelled"):
            assert operation.status == "completed", operation
            return operation
        time.sleep(0.05)
    raise AssertionError(f"{operation_id} has not ended")


def refused(status, call):
    """Calls, and returns the text of the refusal."""
    try:
        call()
    except ApiException as error:
        assert error.status == status, error
        return str(error.body)
    raise AssertionError("it was not refused")


@check
def version_and_features():
    version = client.get_version()
    assert version.api_version, version
    assert version.features.observations is True, version.features
    assert version.features.mcp is True, version.features


@check
def a_bank_is_made_configured_and_reset():
    it = bank("config")
    made = client.create_bank(it, name="Config", mission="To be configured.", disposition_skepticism=5, enable_observations=False)
    assert made.bank_id == it and made.mission == "To be configured.", made
    assert client.get_bank_config(it)["config"]["enable_observations"] is False
    told = client.update_bank_config(it, retain_chunk_size=2000, recall_budget_fixed_mid=77)
    assert told["overrides"]["retain_chunk_size"] == 2000 and told["config"]["recall_budget_fixed_mid"] == 77, told
    assert "retain_chunk_size" not in client.reset_bank_config(it)["overrides"]
    assert client.set_mission(it, "Another one.").mission == "Another one."


@check
def what_is_retained_is_recalled():
    it = bank("recall")
    reply = client.retain(it, "Ann moved to Delft in 2021.", context="small talk", document_id="ann", metadata={"from": "chat"}, tags=["user:ann"])
    assert reply.success and reply.items_count == 1 and reply.var_async is False, reply
    client.retain_batch(
        it,
        [
            {"content": "Ben rows on the canal every Sunday.", "tags": ["user:ben"], "entities": [{"text": "Ben", "type": "person"}]},
            {"content": "The port of Delft was rebuilt.", "document_id": "port", "timestamp": "2023-05-04T10:00:00Z"},
        ],
        document_tags=["batch"],
    )
    found = client.recall(it, "Where does Ann live?", include_entities=True, include_chunks=True, trace=True)
    assert len(found) > 0 and "Delft" in found[0].text, found
    ann = next(each for each in found if each.document_id == "ann")
    assert ann.context == "small talk" and ann.metadata == {"from": "chat"} and ann.tags == ["user:ann"], ann
    assert found.chunks and found.entities and found.trace is not None, found
    assert "Delft" in found.to_prompt_string()
    only = client.recall(it, "Who rows on the canal?", tags=["user:ben"], tags_match="all_strict", types=["world", "experience"], budget="low")
    assert [each.text for each in only] and all("user:ben" in each.tags for each in only), only
    assert refused(404, lambda: client.recall("py-nobody", "Where?")).find("py-nobody") >= 0


@check
def retain_may_wait_in_the_queue():
    it = bank("async")
    reply = client.retain(it, "Cara paints boats.", retain_async=True, document_id="cara")
    assert reply.var_async is True and reply.operation_id, reply
    finished(it, reply.operation_id)
    page = client.list_memories(it, search_query="boats", limit=10)
    assert page.total == 1 and "boats" in page.items[0].text, page
    twin = run(client.aretain(it, "Dan sells sails.", retain_async=True, operation_id="11111111-2222-4333-8444-555555555555"))
    same = run(client.aretain(it, "Dan sells sails.", retain_async=True, operation_id="11111111-2222-4333-8444-555555555555"))
    assert twin.operation_id == same.operation_id, (twin, same)


@check
def files_become_memories():
    it = bank("files")
    client.create_bank(it)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "harbour.md")
        path.write_text("# Harbour\n\nThe harbour master is called Eva. She keeps the keys of lock 7.\n")
        reply = client.retain_files(it, [path], context="a file", files_metadata=[{"document_id": "harbour", "tags": ["file"]}])
    for operation_id in reply.operation_ids:
        finished(it, operation_id)
    assert any("Eva" in each.text for each in client.recall(it, "Who is the harbour master?"))
    document = run(client.documents.get_document(it, "harbour"))
    assert document.id == "harbour" and "lock 7" in document.original_text, document


@check
def documents_tags_entities_and_statistics_are_read():
    it = bank("recall")
    assert {each.id for each in run(client.documents.list_documents(it)).items} >= {"ann", "port"}
    assert run(client.documents.update_document(it, "ann", {"tags": ["user:ann", "moved"]})).success
    assert any(each.tag == "moved" for each in run(client.memory.list_tags(it)).items)
    entities = run(client.entities.list_entities(it))
    ben = next(each for each in entities.items if each.canonical_name == "Ben")
    assert run(client.entities.get_entity(it, ben.id)).canonical_name == "Ben"
    statistics = run(client.banks.get_agent_stats(it))
    assert statistics.total_nodes >= 3 and statistics.total_documents == 2, statistics
    assert it in [each.bank_id for each in run(client.banks.list_banks()).banks]


@check
def a_reflection_names_its_evidence():
    it = bank("recall")
    reply = client.reflect(it, "Where does Ann live?", budget="low", include_facts=True)
    assert "Delft" in reply.text and reply.based_on is not None and len(reply.based_on.memories) > 0, reply


@check
def directives_are_kept():
    it = bank("recall")
    made = client.create_directive(it, "Short", "Answer in one sentence.", priority=3, tags=["style"])
    assert client.get_directive(it, made.id).priority == 3
    assert client.update_directive(it, made.id, is_active=False).is_active is False
    assert [each.id for each in client.list_directives(it).items] in ([], [made.id])
    client.delete_directive(it, made.id)
    refused(404, lambda: client.get_directive(it, made.id))


@check
def mental_models_are_written_and_kept():
    it = bank("recall")
    made = client.create_mental_model(it, "Ann", "Where does Ann live?", id="ann-model", tags=["user:ann"], max_tokens=500)
    finished(it, made.operation_id)
    model = client.get_mental_model(it, "ann-model")
    assert model.name == "Ann" and "Delft" in model.content, model
    assert client.update_mental_model(it, "ann-model", name="Ann's home").name == "Ann's home"
    finished(it, client.refresh_mental_model(it, "ann-model").operation_id)
    assert client.list_mental_models(it, detail="metadata").items[0].id == "ann-model"
    assert client.get_mental_model_history(it, "ann-model") is not None
    assert client.dry_run_refresh_mental_model(it, "ann-model") is not None
    client.clear_mental_model(it, "ann-model")
    client.delete_mental_model(it, "ann-model")
    refused(404, lambda: client.get_mental_model(it, "ann-model"))


@check
def pages_lie_in_folders():
    it = bank("recall")
    folder = client.create_knowledge_folder(it, "People")
    page = client.create_knowledge_page(it, "Ben", "What does Ben do?", parent_id=folder.id)
    finished(it, page.operation_id)
    assert "canal" in client.get_knowledge_page(it, page.page_id).markdown
    assert client.search_knowledge_base(it, "Who rows?").results
    assert client.update_knowledge_node(it, page.page_id, name="Ben the rower").name == "Ben the rower"
    assert client.get_knowledge_base_tree(it) is not None and client.export_knowledge_base(it) is not None
    client.delete_knowledge_node(it, folder.id)


@check
def webhooks_are_kept():
    it = bank("recall")
    body = {"url": "https://example.com/hook", "secret": "s3cret", "event_types": ["retain.completed"]}
    made = run(client.webhooks.create_webhook(it, body))
    assert [each.id for each in run(client.webhooks.list_webhooks(it)).items] == [made.id]
    run(client.webhooks.delete_webhook(it, made.id))


@check
def a_memory_is_edited_invalidated_and_restored():
    it = bank("recall")
    memory = client.list_memories(it, search_query="canal").items[0]
    edited = run(client.memory.update_memory(it, memory.id, {"text": "Ben rows on the Rhine every Sunday."}))
    assert edited is not None
    assert any("Rhine" in each.text for each in client.recall(it, "Where does Ben row?"))
    memory = client.list_memories(it, search_query="Rhine").items[0]
    run(client.memory.update_memory(it, memory.id, {"state": "invalidated", "reason": "he stopped"}))
    assert client.list_memories(it, search_query="Rhine").total == 0
    assert client.list_memories(it, search_query="Rhine", state="invalidated").total == 1
    run(client.memory.update_memory(it, memory.id, {"state": "valid"}))
    assert client.list_memories(it, search_query="Rhine").total == 1


@check
def a_bank_is_exported_imported_and_cloned():
    it, copy, clone = bank("recall"), bank("copy"), bank("clone")
    archive = client.export_bank(it, poll_interval=0.05)
    assert archive[:2] == b"PK", archive[:8]
    finished(it, client.import_bank(it, archive, target_bank_id=copy))
    assert any("Delft" in each.text for each in client.recall(copy, "Where does Ann live?"))
    finished(it, client.clone_bank(it, clone))
    assert any("Delft" in each.text for each in client.recall(clone, "Where does Ann live?"))
    documents = client.export_documents(it, ["ann"], poll_interval=0.05)
    assert documents[:2] == b"PK", documents[:8]


@check
def what_is_deleted_is_gone():
    it = bank("recall")
    run(client.documents.delete_document(it, "ann"))
    refused(404, lambda: run(client.documents.get_document(it, "ann")))
    assert all(each.document_id != "ann" for each in client.recall(it, "Where does Ann live?"))


@check
def a_bad_request_is_told_what_is_wrong():
    it = bank("recall")
    assert "no-uuid" in refused(400, lambda: run(client.operations.get_operation_status(it, "no-uuid")))
    assert "query" in refused(422, lambda: client.recall(it, ""))
    assert "192" in refused(400, lambda: client.retain("b" * 300, "A fact."))


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
for bank_id in dict.fromkeys(BANKS):
    try:
        client.delete_bank(bank_id)
    except ApiException as error:
        if error.status != 404:
            failed += 1
            print(f"FAIL  deleting {bank_id}: {error}")
client.close()
print(f"{passed} passed, {failed} failed")
raise SystemExit(0 if failed == 0 else 1)
