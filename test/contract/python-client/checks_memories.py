"""Memories: retained, recalled, reflected on, listed, curated."""

import pathlib
import tempfile

from harness import bank, check, client, finished, refused, run, texts

IT = bank("memories")


@check
def what_is_retained_is_told():
    reply = client.retain(
        IT, "Ann moved to Delft in 2021.", context="small talk", document_id="ann", metadata={"from": "chat"}, tags=["user:ann"]
    )
    assert reply.success and reply.items_count == 1 and reply.var_async is False, reply


@check
def a_batch_is_retained():
    items = [
        {"content": "Ben rows on the canal every Sunday.", "tags": ["user:ben"], "entities": [{"text": "Ben", "type": "person"}]},
        {"content": "The port of Delft was rebuilt.", "document_id": "port", "timestamp": "2023-05-04T10:00:00Z"},
    ]
    assert client.retain_batch(IT, items, document_tags=["batch"]).items_count == 2
    assert run(client.aretain_batch(IT, [{"content": "Cara keeps bees.", "document_id": "cara"}])).items_count == 1


@check
def a_text_is_retained_in_blocks():
    blocks = [{"type": "text", "text": "My dog is called Bolt."}, {"type": "text", "text": "He is two years old."}]
    assert client.retain(IT, blocks, document_id="dog").success
    assert any("Bolt" in text for text in texts(client.recall(IT, "What is the dog called?")))


@check
def a_document_grows_by_append():
    client.retain(IT, "Gus repairs clocks.", document_id="gus")
    client.retain(IT, "Gus lives in Gouda.", document_id="gus", update_mode="append")
    text = run(client.documents.get_document(IT, "gus")).original_text
    assert "clocks" in text and "Gouda" in text, text


@check
def what_is_retained_is_recalled_with_its_source():
    found = client.recall(IT, "Where does Ann live?")
    ann = next(each for each in found if each.document_id == "ann")
    assert ann.context == "small talk" and ann.metadata == {"from": "chat"} and ann.tags == ["user:ann"], ann
    assert len(found) > 0 and "Delft" in found[0].text, found


@check
def recall_brings_what_is_asked_for_beside():
    found = client.recall(IT, "Where does Ann live?", include_entities=True, include_chunks=True, trace=True)
    assert found.chunks and found.entities and found.trace is not None, found
    plain = client.recall(IT, "Where does Ann live?")
    assert plain.trace is None and not plain.chunks, plain


@check
def recall_becomes_text_for_a_prompt():
    assert "Delft" in client.recall(IT, "Where does Ann live?").to_prompt_string()


@check
def recall_stays_within_tags():
    only = client.recall(IT, "Who rows on the canal?", tags=["user:ben"], tags_match="all_strict", types=["world", "experience"], budget="low")
    assert len(only) > 0 and all("user:ben" in each.tags for each in only), only
    grouped = client.recall(IT, "Who rows?", tag_groups=[{"tags": ["user:ben"], "match": "any_strict"}])
    assert len(grouped) > 0 and all("user:ben" in each.tags for each in grouped), grouped


@check
def recall_stays_within_its_tokens():
    assert len(client.recall(IT, "Delft", max_tokens=12)) < len(client.recall(IT, "Delft"))


@check
def recall_works_in_an_asynchronous_program():
    assert any("bees" in text for text in texts(run(client.arecall(IT, "Who keeps bees?", budget="high"))))


@check
def recall_of_nothing_is_refused():
    assert "query" in refused(422, lambda: client.recall(IT, ""))
    assert "py-nobody" in refused(404, lambda: client.recall("py-nobody", "Where?"))


@check
def retain_may_wait_in_the_queue():
    reply = client.retain(IT, "Dora paints boats.", retain_async=True, document_id="dora")
    assert reply.var_async is True and reply.operation_id, reply
    finished(IT, reply.operation_id)
    page = client.list_memories(IT, search_query="boats", limit=10)
    assert page.total == 1 and "boats" in page.items[0].text, page


@check
def the_same_operation_is_done_once():
    once = [run(client.aretain(IT, "Dan sells sails.", retain_async=True, operation_id="11111111-2222-4333-8444-555555555555")) for _ in range(2)]
    assert once[0].operation_id == once[1].operation_id, once
    finished(IT, once[0].operation_id)
    assert client.list_memories(IT, search_query="sails").total == 1


@check
def an_empty_text_is_refused():
    refused(422, lambda: client.retain(IT, ""))


@check
def retains_can_be_suspended():
    with client.suspend_retains():
        assert client.retain(IT, "Nobody keeps this.").items_count == 0
    assert client.list_memories(IT, search_query="Nobody keeps").total == 0


@check
def files_become_memories():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "harbour.md")
        path.write_text("# Harbour\n\nThe harbour master is called Eva. She keeps the keys of lock 7.\n")
        replies = [
            client.retain_files(IT, [path], context="a file", files_metadata=[{"document_id": "harbour", "tags": ["file"]}]),
            run(client.aretain_files(IT, [path], files_metadata=[{"document_id": "harbour-2"}])),
        ]
    for reply in replies:
        for operation_id in reply.operation_ids:
            finished(IT, operation_id)
    assert any("Eva" in text for text in texts(client.recall(IT, "Who is the harbour master?")))
    assert run(client.documents.get_document(IT, "harbour-2")).id == "harbour-2"


@check
def memories_are_listed_by_filters():
    assert client.list_memories(IT, document_id="cara").total == 1
    assert client.list_memories(IT, type="observation").total == 0
    assert client.list_memories(IT, tags=["user:ben"], tags_match="all_strict").total == 1
    first = run(client.alist_memories(IT, limit=2))
    second = run(client.alist_memories(IT, limit=2, offset=2))
    assert len(first.items) == 2 and not {each.id for each in first.items} & {each.id for each in second.items}, (first, second)


@check
def one_memory_is_read():
    listed = client.list_memories(IT, search_query="canal").items[0]
    assert "canal" in str(run(client.memory.get_memory(IT, listed.id)))


@check
def memories_are_listed_by_their_entity():
    ben = next(each for each in run(client.entities.list_entities(IT)).items if each.canonical_name == "Ben")
    assert client.list_memories(IT, entity_id=ben.id).total >= 1
    assert run(client.entities.get_entity(IT, ben.id)).canonical_name == "Ben"


@check
def a_memory_is_edited():
    memory = client.list_memories(IT, search_query="canal").items[0]
    run(client.memory.update_memory(IT, memory.id, {"text": "Ben rows on the Rhine every Sunday."}))
    assert any("Rhine" in text for text in texts(client.recall(IT, "Where does Ben row?")))
    assert client.list_memories(IT, search_query="canal").total == 0


@check
def a_memory_is_invalidated_and_restored():
    memory = client.list_memories(IT, search_query="Rhine").items[0]
    run(client.memory.update_memory(IT, memory.id, {"state": "invalidated", "reason": "he stopped"}))
    assert client.list_memories(IT, search_query="Rhine").total == 0
    assert client.list_memories(IT, search_query="Rhine", state="invalidated").total == 1
    assert not any("Rhine" in text for text in texts(client.recall(IT, "Where does Ben row?")))
    run(client.memory.update_memory(IT, memory.id, {"state": "valid"}))
    assert client.list_memories(IT, search_query="Rhine").total == 1


@check
def tags_and_statistics_are_counted():
    assert any(each.tag == "user:ben" for each in run(client.memory.list_tags(IT)).items)
    statistics = run(client.banks.get_agent_stats(IT))
    assert statistics.total_nodes == client.list_memories(IT).total and statistics.total_documents >= 6, statistics


@check
def a_graph_is_drawn():
    graph = run(client.memory.get_graph(IT))
    assert len(graph.nodes) > 0, graph


@check
def an_extraction_is_tried_without_keeping_it():
    before = client.list_memories(IT).total
    assert "Hugo" in str(run(client.memory.dry_run_extract_memories(IT, {"content": {"actual_instance": "Hugo bakes bread."}})))
    assert client.list_memories(IT).total == before


@check
def a_reflection_names_its_evidence():
    reply = client.reflect(IT, "Where does Ann live?", budget="low", include_facts=True)
    assert "Delft" in reply.text and reply.based_on is not None and len(reply.based_on.memories) > 0, reply


@check
def a_reflection_stays_within_its_tags():
    reply = run(client.areflect(IT, "Where does Ann live?", tags=["user:ben"], tags_match="all_strict", include_facts=True))
    assert "Delft" not in reply.text, reply


@check
def a_reflection_shows_its_steps():
    reply = client.reflect(IT, "Who keeps bees?", include_tool_calls=True)
    assert reply.trace is not None and len(reply.trace.tool_calls) > 0, reply
