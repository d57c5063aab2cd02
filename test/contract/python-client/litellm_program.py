"""A program that uses LiteLLM with the published wrapper: BASE_URL=... MODEL_URL=... python litellm_program.py

Each part asks the model something; the test reads from the model's side what arrived there. Prints a JSON object a line.
"""

import json
import os

import hindsight_litellm as memory
import litellm

BASE_URL = os.environ["BASE_URL"]
MODEL = {"model": "openai/scripted-1", "api_base": os.environ["MODEL_URL"], "api_key": "test-key"}


def told(part, **fields):
    print(json.dumps({"part": part, **fields}), flush=True)


def ask(text, **options):
    reply = litellm.completion(**MODEL, messages=[{"role": "user", "content": text}], **options)
    return reply.choices[0].message.content


memory.configure(hindsight_api_url=BASE_URL, bank_id="litellm", sync_storage=True, mission="Keep what the user says.", verbose=True)
memory.enable()
told("first", reply=ask("My dog is called Bolt and he loves cheese."))
told("second", reply=ask("What is my dog called?"))
told("elsewhere", reply=ask("What is my dog called?", hindsight_bank_id="litellm-other"))
memory.set_defaults(use_reflect=True)
told("reflected", reply=ask("What does my dog love?"))
memory.set_defaults(use_reflect=False, session_id="visit-1")
told("session", reply=ask("The vet is called Vera."))
memory.disable()
told("without", reply=ask("What is my dog called?"))

memory.retain("Bolt is three years old.", bank_id="litellm", sync=True)
told("recalled", texts=[each.text for each in memory.recall("How old is Bolt?", bank_id="litellm")])
told("reflection", text=memory.reflect("How old is Bolt?", bank_id="litellm").text)
memory.cleanup()
