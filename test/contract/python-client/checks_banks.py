"""Banks: made, described, configured, counted, deleted."""

from harness import bank, check, client, refused, run

IT = bank("banks")


@check
def version_and_features():
    for version in (client.get_version(), run(client.aget_version())):
        assert version.api_version == "1.1.0", version
        assert version.features.observations is True and version.features.mcp is True, version.features


@check
def a_bank_is_made_with_its_settings():
    made = client.create_bank(IT, name="Config", mission="To be configured.", disposition_skepticism=5, enable_observations=False)
    assert made.bank_id == IT and made.mission == "To be configured.", made
    assert client.get_bank_config(IT)["config"]["enable_observations"] is False


@check
def a_disposition_may_be_one_object():
    made = client.create_bank(IT, disposition={"skepticism": 2, "literalism": 4, "empathy": 1})
    assert (made.disposition.skepticism, made.disposition.literalism, made.disposition.empathy) == (2, 4, 1), made
    assert made.mission == "To be configured.", made


@check
def a_bank_is_made_in_an_asynchronous_program():
    made = run(client.acreate_bank(bank("twin"), name="Twin", retain_mission="Keep what is said."))
    assert made.name == "Twin", made
    assert client.get_bank_config(bank("twin"))["config"]["retain_mission"] == "Keep what is said."


@check
def missions_are_set():
    assert client.set_mission(IT, "Another one.").mission == "Another one."
    assert run(client.aset_mission(IT, "A third.")).mission == "A third."


@check
def the_mission_of_reflection_is_set():
    client.set_reflect_mission(IT, "Answer briefly.")
    assert client.get_bank_config(IT)["config"]["reflect_mission"] == "Answer briefly."
    run(client.aset_reflect_mission(IT, "Answer at length."))
    assert run(client.aget_bank_config(IT))["config"]["reflect_mission"] == "Answer at length."


@check
def settings_are_updated_one_by_one():
    told = client.update_bank_config(IT, retain_chunk_size=2000, recall_budget_fixed_mid=77)
    assert told["overrides"]["retain_chunk_size"] == 2000 and told["config"]["recall_budget_fixed_mid"] == 77, told
    told = run(client.aupdate_bank_config(IT, enable_graph_retrieval=False))
    assert told["overrides"]["retain_chunk_size"] == 2000 and told["config"]["enable_graph_retrieval"] is False, told


@check
def a_setting_of_the_wrong_kind_is_refused():
    before = client.get_bank_config(IT)["overrides"]
    refused(400, lambda: client.update_bank_config(IT, retain_chunk_size="many"))
    assert client.get_bank_config(IT)["overrides"] == before


@check
def settings_are_reset():
    assert "retain_chunk_size" not in client.reset_bank_config(IT)["overrides"]
    client.update_bank_config(IT, retain_chunk_size=1500)
    assert "retain_chunk_size" not in run(client.areset_bank_config(IT))["overrides"]


@check
def credentials_are_never_told():
    told = client.get_bank_config(IT)
    assert not [name for name in told["config"] if "api_key" in name or "secret" in name], told["config"].keys()


@check
def banks_are_listed_and_found():
    listed = run(client.banks.list_banks(q="py-ban"))
    assert [each.bank_id for each in listed.banks] == [IT] and listed.total == 1, listed
    page = run(client.banks.list_banks(q="py-", limit=1, offset=1))
    assert len(page.banks) == 1 and page.total >= 2, page


@check
def a_bank_has_other_names():
    run(client.banks.create_bank_alias(IT, {"alias": "py-other-name"}))
    assert "py-other-name" in str(run(client.banks.list_bank_aliases(IT)))
    assert client.get_bank_config("py-other-name")["config"]["reflect_mission"] == client.get_bank_config(IT)["config"]["reflect_mission"]
    run(client.banks.delete_bank_alias(IT, "py-other-name"))


@check
def an_id_that_is_too_long_is_refused():
    assert "192" in refused(400, lambda: client.retain("b" * 300, "A fact."))


@check
def a_bank_is_deleted_once():
    it = bank("gone")
    for delete in (client.delete_bank, lambda each: run(client.adelete_bank(each))):
        client.create_bank(it)
        delete(it)
        assert "py-gone" in refused(404, lambda: client.recall(it, "Where?"))
