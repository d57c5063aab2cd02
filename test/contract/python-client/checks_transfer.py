"""Documents, and what leaves and enters a bank: archives, copies, deletion; and that no method was left out."""

from harness import CALLED, METHODS, bank, check, client, ended, finished, refused, run, texts

IT = bank("transfer")


@check
def documents_are_listed_and_tagged():
    client.retain_batch(IT, [{"content": "Ann lives in Delft.", "document_id": "ann"}, {"content": "Ben lives in Gouda.", "document_id": "ben"}])
    assert {each.id for each in run(client.documents.list_documents(IT)).items} == {"ann", "ben"}
    assert run(client.documents.update_document(IT, "ann", {"tags": ["moved"]})).success
    assert any(each.tag == "moved" for each in run(client.memory.list_tags(IT)).items)


@check
def a_document_has_chunks():
    chunks = run(client.documents.list_document_chunks(IT, "ann")).items
    assert "Delft" in run(client.documents.get_chunk(chunks[0].chunk_id)).chunk_text


@check
def a_bank_is_exported_and_imported():
    archives = [client.export_bank(IT, poll_interval=0.05), run(client.aexport_bank(IT, poll_interval=0.05))]
    assert all(each[:2] == b"PK" for each in archives), [each[:8] for each in archives]
    finished(IT, client.import_bank(IT, archives[0], target_bank_id=bank("copy")))
    finished(IT, run(client.aimport_bank(IT, archives[1], target_bank_id=bank("copy-2"))))
    for copy in (bank("copy"), bank("copy-2")):
        assert any("Delft" in text for text in texts(client.recall(copy, "Where does Ann live?"))), copy


@check
def a_bank_is_cloned():
    finished(IT, client.clone_bank(IT, bank("clone")))
    finished(IT, run(client.aclone_bank(IT, bank("clone-2"), include_data=False)))
    assert any("Delft" in text for text in texts(client.recall(bank("clone"), "Where does Ann live?")))
    assert client.list_memories(bank("clone-2")).total == 0


@check
def a_copy_stands_by_itself():
    client.retain(bank("clone"), "Ann lives in Leiden.", document_id="ann")
    assert any("Delft" in text for text in texts(client.recall(IT, "Where does Ann live?")))
    assert not any("Delft" in text for text in texts(client.recall(bank("clone"), "Where does Ann live?")))


@check
def documents_are_exported():
    assert client.export_documents(IT, ["ann"], poll_interval=0.05)[:2] == b"PK"
    assert run(client.aexport_documents(IT, include_observations=True, poll_interval=0.05))[:2] == b"PK"


@check
def what_is_deleted_is_gone():
    run(client.documents.delete_document(IT, "ann"))
    refused(404, lambda: run(client.documents.get_document(IT, "ann")))
    assert not any("Delft" in text for text in texts(client.recall(IT, "Where does Ann live?")))
    assert any("Gouda" in text for text in texts(client.recall(IT, "Where does Ben live?")))


@check
def an_archive_that_is_none_is_refused():
    operation_id = client.import_bank(IT, b"no archive", target_bank_id=bank("never"))
    assert "archive" in ended(IT, operation_id).error_message
    assert bank("never") not in str(run(client.banks.list_banks()))


@check
def every_method_was_called():
    # `close` ends the run; `aclose` is its twin.
    assert METHODS - CALLED == {"close", "aclose"}, sorted(METHODS - CALLED)
