"""Writes a cross-encoder that costs what ms-marco-MiniLM-L-6-v2 (int8) costs, for `npm run bench:rerank -- --model <file>`.

The shape is that model's: BERT with 6 layers, 384 wide, 12 heads, 1536 between, 30,522 words, one logit a pair; dynamically quantised to int8 like the files
that are published. The weights are random: its scores mean nothing, its time does. It is never shipped. Its tokenizer is any BERT (uncased) tokenizer.json,
such as that of packages/models-en.

    python3 -m venv venv && venv/bin/pip install onnx onnxruntime numpy && venv/bin/python bench/speed/make-cross-encoder.py minilm/model.onnx
"""

import sys
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, numpy_helper, save
from onnxruntime.quantization import QuantType, quantize_dynamic

LAYERS, WIDTH, HEADS, BETWEEN, WORDS, PLACES = 6, 384, 12, 1536, 30_522, 512
HEAD = WIDTH // HEADS

random = np.random.default_rng(7)
nodes, weights = [], []


def constant(name, values, dtype=np.float32):
    weights.append(numpy_helper.from_array(np.asarray(values, dtype=dtype), name))
    return name


def op(kind, inputs, name, **more):
    nodes.append(helper.make_node(kind, inputs, [name], **more))
    return name


def matrix(name, *shape):
    return constant(name, random.normal(0, 0.05, shape))


def linear(x, name, into, out):
    product = op("MatMul", [x, matrix(f"{name}.weight", into, out)], f"{name}.product")
    return op("Add", [product, matrix(f"{name}.bias", out)], name)


def norm(x, name):
    scale, shift = constant(f"{name}.scale", np.ones(WIDTH)), constant(f"{name}.shift", np.zeros(WIDTH))
    return op("LayerNormalization", [x, scale, shift], name, axis=-1, epsilon=1e-12)


def heads(x, name, order):
    split = op("Reshape", [x, "shape.heads"], f"{name}.split")
    return op("Transpose", [split], f"{name}.heads", perm=order)


constant("shape.heads", [0, 0, HEADS, HEAD], np.int64)
constant("shape.joined", [0, 0, WIDTH], np.int64)
constant("axes.middle", [1, 2], np.int64)
constant("one", 1.0)
constant("far", -10_000.0)
constant("scale", 1 / np.sqrt(HEAD))
constant("root", np.sqrt(2.0))
constant("half", 0.5)

# Words, segments and places.
length = op("Gather", [op("Shape", ["input_ids"], "shape"), constant("index.length", 1, np.int64)], "length", axis=0)
places = op("Range", [constant("zero", 0, np.int64), length, constant("step", 1, np.int64)], "places")
words = op("Gather", [matrix("words", WORDS, WIDTH), "input_ids"], "words.found", axis=0)
segments = op("Gather", [matrix("segments", 2, WIDTH), "token_type_ids"], "segments.found", axis=0)
at = op("Gather", [matrix("positions", PLACES, WIDTH), places], "positions.found", axis=0)
x = norm(op("Add", [op("Add", [words, segments], "sum.1"), at], "sum.2"), "embedded")

mask = op("Cast", [op("Unsqueeze", ["attention_mask", "axes.middle"], "mask.wide")], "mask", to=TensorProto.FLOAT)
away = op("Mul", [op("Sub", ["one", mask], "mask.inverted"), "far"], "away")

for layer in range(LAYERS):
    name = f"layer{layer}"
    query = heads(linear(x, f"{name}.query", WIDTH, WIDTH), f"{name}.query", [0, 2, 1, 3])
    key = heads(linear(x, f"{name}.key", WIDTH, WIDTH), f"{name}.key", [0, 2, 3, 1])
    value = heads(linear(x, f"{name}.value", WIDTH, WIDTH), f"{name}.value", [0, 2, 1, 3])
    near = op("Mul", [op("MatMul", [query, key], f"{name}.near"), "scale"], f"{name}.near.scaled")
    attention = op("Softmax", [op("Add", [near, away], f"{name}.near.masked")], f"{name}.attention", axis=-1)
    mixed = op("Transpose", [op("MatMul", [attention, value], f"{name}.mixed")], f"{name}.mixed.back", perm=[0, 2, 1, 3])
    joined = op("Reshape", [mixed, "shape.joined"], f"{name}.joined")
    x = norm(op("Add", [x, linear(joined, f"{name}.out", WIDTH, WIDTH)], f"{name}.sum.1"), f"{name}.norm.1")
    wide = linear(x, f"{name}.between", WIDTH, BETWEEN)
    bent = op("Erf", [op("Div", [wide, "root"], f"{name}.gelu.1")], f"{name}.gelu.2")
    gelu = op("Mul", [op("Mul", [wide, op("Add", [bent, "one"], f"{name}.gelu.3")], f"{name}.gelu.4"), "half"], f"{name}.gelu")
    x = norm(op("Add", [x, linear(gelu, f"{name}.narrow", BETWEEN, WIDTH)], f"{name}.sum.2"), f"{name}.norm.2")

first = op("Gather", [x, constant("index.first", 0, np.int64)], "first", axis=1)
pooled = op("Tanh", [linear(first, "pooler", WIDTH, WIDTH)], "pooled")
product = op("MatMul", [pooled, matrix("classifier.weight", WIDTH, 1)], "classifier.product")
op("Add", [product, constant("classifier.bias", [-2.0])], "logits")

shape = ["batch", "length"]
graph = helper.make_graph(
    nodes,
    "minilm_shaped_cross_encoder",
    [helper.make_tensor_value_info(name, TensorProto.INT64, shape) for name in ("input_ids", "attention_mask", "token_type_ids")],
    [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1])],
    weights,
)
out = Path(sys.argv[1])
out.parent.mkdir(parents=True, exist_ok=True)
whole = out.with_suffix(".float.onnx")
save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), whole)
quantize_dynamic(whole, out, weight_type=QuantType.QInt8, per_channel=True)
whole.unlink()
print(out, round(out.stat().st_size / 1e6, 1), "MB")
