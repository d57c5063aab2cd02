"""Standing answers and rules: directives, mental models, knowledge pages, webhooks, operations."""

from harness import bank, check, client, finished, refused, run, texts

IT = bank("standing")
MADE = {}


@check
def a_directive_is_made_and_read():
    client.retain_batch(IT, [{"content": "Ann lives in Delft.", "tags": ["user:ann"]}, {"content": "Ben rows on the canal every Sunday."}])
    made = client.create_directive(IT, "Short", "Answer in one sentence.", priority=3, tags=["style"])
    MADE["directive"] = made.id
    assert client.get_directive(IT, made.id).priority == 3
    assert run(client.aget_directive(IT, made.id)).content == "Answer in one sentence."


@check
def directives_are_listed_by_tags():
    other = run(client.acreate_directive(IT, "Polite", "Be polite.", is_active=False))
    assert [each.id for each in client.list_directives(IT, tags=["style"]).items].count(MADE["directive"]) == 1
    assert len(run(client.alist_directives(IT, limit=1)).items) <= 1
    run(client.adelete_directive(IT, other.id))
    refused(404, lambda: client.get_directive(IT, other.id))


@check
def a_directive_is_changed_and_deleted():
    assert client.update_directive(IT, MADE["directive"], is_active=False).is_active is False
    assert run(client.aupdate_directive(IT, MADE["directive"], name="Shorter")).name == "Shorter"
    client.delete_directive(IT, MADE["directive"])
    refused(404, lambda: client.get_directive(IT, MADE["directive"]))


@check
def a_mental_model_is_written():
    made = client.create_mental_model(IT, "Ann", "Where does Ann live?", id="ann-model", tags=["user:ann"], max_tokens=500)
    finished(IT, made.operation_id)
    model = client.get_mental_model(IT, "ann-model")
    assert model.name == "Ann" and "Delft" in model.content, model
    assert run(client.aget_mental_model(IT, "ann-model", detail="content")).content == model.content


@check
def a_mental_model_is_made_in_an_asynchronous_program():
    made = run(client.acreate_mental_model(IT, "Ben", "What does Ben do?", id="ben-model", trigger={"refresh_after_consolidation": False}))
    finished(IT, made.operation_id)
    assert "canal" in client.get_mental_model(IT, "ben-model").content


@check
def mental_models_are_listed_in_three_depths():
    listed = client.list_mental_models(IT, detail="metadata").items
    assert {each.id for each in listed} == {"ann-model", "ben-model"}, listed
    only = run(client.alist_mental_models(IT, tags=["user:ann"], tags_match="exact", detail="content")).items
    assert [each.id for each in only] == ["ann-model"] and "Delft" in only[0].content, only


@check
def a_mental_model_is_renamed():
    assert client.update_mental_model(IT, "ann-model", name="Ann's home").name == "Ann's home"
    assert run(client.aupdate_mental_model(IT, "ann-model", max_tokens=300)).max_tokens == 300


@check
def a_mental_model_is_refreshed():
    client.retain(IT, "Ann moved from Delft to Leiden.", tags=["user:ann"])
    finished(IT, client.refresh_mental_model(IT, "ann-model").operation_id)
    assert "Leiden" in client.get_mental_model(IT, "ann-model").content
    finished(IT, run(client.arefresh_mental_model(IT, "ann-model", mode="full")).operation_id)


@check
def a_refresh_is_tried_without_keeping_it():
    before = client.get_mental_model(IT, "ann-model").content
    assert client.dry_run_refresh_mental_model(IT, "ann-model") is not None
    assert run(client.adry_run_refresh_mental_model(IT, "ann-model")) is not None
    assert client.get_mental_model(IT, "ann-model").content == before


@check
def a_mental_model_has_a_history():
    assert len(client.get_mental_model_history(IT, "ann-model")) >= 1
    assert len(run(client.aget_mental_model_history(IT, "ann-model"))) >= 1


@check
def a_mental_model_is_cleared_and_deleted():
    client.clear_mental_model(IT, "ann-model")
    run(client.aclear_mental_model(IT, "ben-model"))
    assert "Leiden" not in (client.get_mental_model(IT, "ann-model").content or "")
    client.delete_mental_model(IT, "ann-model")
    run(client.adelete_mental_model(IT, "ben-model"))
    for each in ("ann-model", "ben-model"):
        refused(404, lambda: client.get_mental_model(IT, each))


@check
def pages_lie_in_folders():
    folder = client.create_knowledge_folder(IT, "People")
    inner = run(client.acreate_knowledge_folder(IT, "Rowers", parent_id=folder.id))
    page = client.create_knowledge_page(IT, "Ben", "What does Ben do?", parent_id=inner.id)
    finished(IT, page.operation_id)
    MADE.update(folder=folder.id, inner=inner.id, page=page.page_id)
    assert "canal" in client.get_knowledge_page(IT, page.page_id).markdown
    other = run(client.acreate_knowledge_page(IT, "Ann", "Where does Ann live?", parent_id=folder.id, tags=["user:ann"]))
    finished(IT, other.operation_id)
    assert "Leiden" in run(client.aget_knowledge_page(IT, other.page_id)).markdown


@check
def the_tree_is_read_and_exported():
    for tree in (client.get_knowledge_base_tree(IT), run(client.aget_knowledge_base_tree(IT))):
        assert "Rowers" in str(tree) and MADE["page"] in str(tree), tree
    for exported in (client.export_knowledge_base(IT), run(client.aexport_knowledge_base(IT))):
        assert "canal" in str(exported), exported


@check
def pages_are_searched():
    assert MADE["page"] in str(client.search_knowledge_base(IT, "Who rows?").results)
    assert len(run(client.asearch_knowledge_base(IT, "Who rows?", limit=1)).results) == 1


@check
def a_page_is_renamed_and_moved():
    assert client.update_knowledge_node(IT, MADE["page"], name="Ben the rower").name == "Ben the rower"
    moved = run(client.aupdate_knowledge_node(IT, MADE["page"], parent_id=MADE["folder"]))
    assert moved.parent_id == MADE["folder"], moved


@check
def a_folder_is_deleted_with_its_pages():
    run(client.adelete_knowledge_node(IT, MADE["inner"]))
    client.delete_knowledge_node(IT, MADE["folder"])
    refused(404, lambda: client.get_knowledge_page(IT, MADE["page"]))


@check
def webhooks_are_kept():
    body = {"url": "https://example.com/hook", "secret": "s3cret", "event_types": ["retain.completed"]}
    made = run(client.webhooks.create_webhook(IT, body))
    listed = run(client.webhooks.list_webhooks(IT))
    assert [each.id for each in listed.items] == [made.id] and "s3cret" not in str(listed), listed
    assert run(client.webhooks.update_webhook(IT, made.id, {"enabled": False})).enabled is False
    assert run(client.webhooks.list_webhook_deliveries(IT, made.id)).items == []
    run(client.webhooks.delete_webhook(IT, made.id))
    assert run(client.webhooks.list_webhooks(IT)).items == []


@check
def operations_are_listed_by_their_state():
    listed = run(client.operations.list_operations(IT, status="completed", limit=3))
    assert 0 < len(listed.operations) <= 3 and all(each.status == "completed" for each in listed.operations), listed


@check
def an_operation_that_is_done_cannot_be_cancelled():
    done = run(client.operations.list_operations(IT, status="completed", limit=1)).operations[0]
    refused(409, lambda: run(client.operations.cancel_operation(IT, done.id)))


@check
def an_id_that_is_none_is_refused():
    assert "no-uuid" in refused(400, lambda: run(client.operations.get_operation_status(IT, "no-uuid")))


@check
def the_server_is_well():
    assert run(client.monitoring.health_endpoint_health_get()) is not None
    assert "hindsight" in str(run(client.monitoring.metrics_endpoint_metrics_get()))


@check
def what_stands_rests_on_what_is_there():
    assert any("Leiden" in text for text in texts(client.recall(IT, "Where does Ann live?")))
