#!/usr/bin/env python3
"""Makes a safetensors file of a PyTorch network (.pth), which Gyoji reads.

    pip install torch
    python3 pth_to_safetensors.py NETWORK.pth NETWORK.safetensors

The .pth file holds a state_dict, alone or inside a checkpoint. Names and shapes stay as they are.
"""

import json
import struct
import sys
from pathlib import Path

import torch

# What checkpoints call the state_dict inside them.
INSIDE = ("model_state_dict", "state_dict", "model")
TYPES = {
    torch.float32: "F32",
    torch.float64: "F64",
    torch.float16: "F16",
    torch.bfloat16: "BF16",
    torch.int64: "I64",
}


def state_dict(path):
    """The tensors of a .pth file by name. Code in the file is not run."""
    found = torch.load(path, map_location="cpu", weights_only=True)
    for key in INSIDE:
        if isinstance(found, dict) and isinstance(found.get(key), dict):
            found = found[key]
    if not isinstance(found, dict) or not all(torch.is_tensor(t) for t in found.values()):
        raise SystemExit(f"{path}: no state_dict in it")
    # DataParallel and torch.compile put their own names before those of the network.
    strip = lambda name: name.removeprefix("_orig_mod.").removeprefix("module.")
    return {strip(name): tensor for name, tensor in found.items()}


def write(path, tensors):
    """Writes tensors as safetensors."""
    header, data = {}, bytearray()
    for name, tensor in sorted(tensors.items()):
        tensor = tensor.detach().cpu().contiguous()
        if tensor.dtype not in TYPES:
            raise SystemExit(f"{name}: numbers of type {tensor.dtype} are not known")
        start = len(data)
        data += bytes(tensor.reshape(-1).view(torch.uint8).tolist())
        header[name] = {
            "dtype": TYPES[tensor.dtype],
            "shape": list(tensor.shape),
            "data_offsets": [start, len(data)],
        }
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    Path(path).write_bytes(struct.pack("<Q", len(text)) + text + data)


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    tensors = state_dict(sys.argv[1])
    write(sys.argv[2], tensors)
    print(f"{sys.argv[2]}: {len(tensors)} tensors")


if __name__ == "__main__":
    main()
