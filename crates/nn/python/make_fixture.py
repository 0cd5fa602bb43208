#!/usr/bin/env python3
"""Makes tests/fixture/*.safetensors: what PyTorch says, for the tests to compare with.

    pip install torch
    python3 make_fixture.py

Two networks of the shape of the public Contrast program in full size, with weights that the tests
compute by the same formula, so that only their words are kept; and a small one, on a board that
is not square, with everything that training makes of it.
"""

import math
import tempfile
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional as F

from pth_to_safetensors import state_dict, write

FIXTURE = Path(__file__).resolve().parent.parent / "tests" / "fixture"


class Block(nn.Module):
    def __init__(self, filters):
        super().__init__()
        self.conv1 = nn.Conv2d(filters, filters, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(filters)
        self.conv2 = nn.Conv2d(filters, filters, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(filters)

    def forward(self, x):
        middle = F.relu(self.bn1(self.conv1(x)))
        return F.relu(self.bn2(self.conv2(middle)) + x)


class Net(nn.Module):
    """Names and order of the layers are those of the public program."""

    def __init__(self, planes, squares, filters, blocks, move, tile, value):
        super().__init__()
        self.conv_input = nn.Conv2d(planes, filters, 3, padding=1, bias=False)
        self.bn_input = nn.BatchNorm2d(filters)
        self.res_blocks = nn.ModuleList(Block(filters) for _ in range(blocks))
        for name, (channels, outputs) in (("move", move), ("tile", tile)):
            setattr(self, f"{name}_conv", nn.Conv2d(filters, channels, 1, bias=False))
            setattr(self, f"{name}_bn", nn.BatchNorm2d(channels))
            setattr(self, f"{name}_fc", nn.Linear(channels * squares, outputs))
        channels, hidden = value
        self.value_conv = nn.Conv2d(filters, channels, 1, bias=False)
        self.value_bn = nn.BatchNorm2d(channels)
        self.value_fc1 = nn.Linear(channels * squares, hidden)
        self.value_fc2 = nn.Linear(hidden, 1)

    def forward(self, x):
        x = F.relu(self.bn_input(self.conv_input(x)))
        for block in self.res_blocks:
            x = block(x)
        move = self.move_fc(F.relu(self.move_bn(self.move_conv(x))).flatten(1))
        tile = self.tile_fc(F.relu(self.tile_bn(self.tile_conv(x))).flatten(1))
        value = F.relu(self.value_bn(self.value_conv(x))).flatten(1)
        return move, tile, torch.tanh(self.value_fc2(F.relu(self.value_fc1(value))))


def noise(seed, shape):
    """Numbers from -1 to 1 that depend on nothing but the seed; the tests have the same."""
    x = torch.arange(math.prod(shape), dtype=torch.int64) + seed * 1_000_003
    for factor in (0x7FEB352D, 0x846CA68B):
        x = (x ^ (x >> 16)) * factor & 0xFFFFFFFF
    return ((x >> 8).to(torch.float32) / 2**23 - 1).reshape(shape)


def fill(net):
    """Weights by formula, numbered in the order of their names."""
    state = net.state_dict()
    for number, name in enumerate(sorted(state)):
        old = state[name]
        if name.endswith("num_batches_tracked"):
            continue
        new = noise(number, tuple(old.shape))
        if old.dim() > 1:
            new = new * math.sqrt(4 / old[0].numel())
        elif name.endswith(".running_var") or ("bn" in name and name.endswith(".weight")):
            new = 1 + new / 2
        else:
            new = new / 4
        old.copy_(new)


def through_pth(net):
    """The network's tensors after they went through a .pth file, as a user's do."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "network.pth"
        torch.save(net.state_dict(), path)
        return state_dict(path)


def full_size():
    words = {}
    for name, planes, blocks in (("seed", 90, 4), ("newest", 66, 8)):
        net = Net(planes, 25, 64, blocks, (32, 625), (16, 51), (4, 32))
        fill(net)
        net.eval()
        with torch.no_grad():
            move, tile, value = net(noise(1000, (2, planes, 5, 5)))
        words |= {f"{name}.move": move, f"{name}.tile": tile, f"{name}.value": value}
    write(FIXTURE / "contrast.safetensors", words)


def losses(net, x, targets):
    move, tile, value = net(x)
    value_loss = F.mse_loss(value.view(-1), targets["value"])
    move_loss = F.cross_entropy(move, targets["move"])
    tile_loss = F.cross_entropy(tile, targets["tile"])
    return (move, tile, value), torch.stack([value_loss, move_loss, tile_loss])


def small():
    make = lambda: Net(5, 12, 12, 2, (3, 20), (2, 7), (2, 6))
    net = make()
    fill(net)
    before = through_pth(net)
    write(FIXTURE / "small.safetensors", before)
    x = noise(2000, (6, 5, 3, 4))
    targets = {
        "move": F.softmax(2 * noise(2001, (6, 20)), dim=1),
        "tile": F.softmax(2 * noise(2002, (6, 7)), dim=1),
        "value": noise(2003, (6,)),
    }
    found = {f"target.{name}": tensor for name, tensor in targets.items()} | {"x": x}
    net.eval()
    with torch.no_grad():
        for name, tensor in zip(("move", "tile", "value"), net(x)):
            found[f"eval.{name}"] = tensor
    net.train()
    said, parts = losses(net, x, targets)
    for name, tensor in zip(("move", "tile", "value"), said):
        found[f"train.{name}"] = tensor
    found["losses"] = parts
    parts.sum().backward()
    for name, parameter in net.named_parameters():
        found[f"grad.{name}"] = parameter.grad
    for kind, optimiser in (("adam", torch.optim.Adam), ("adamw", torch.optim.AdamW)):
        net = make()
        net.load_state_dict(before)
        # A rate and an epsilon with which rounding errors stay what they are.
        steps = optimiser(net.parameters(), lr=1e-3, eps=1e-3, weight_decay=1e-2)
        for _ in range(3):
            steps.zero_grad()
            losses(net, x, targets)[1].sum().backward()
            steps.step()
        for name, tensor in net.state_dict().items():
            found[f"{kind}.{name}"] = tensor
    write(FIXTURE / "small_words.safetensors", found)


if __name__ == "__main__":
    torch.manual_seed(0)
    torch.set_num_threads(1)
    full_size()
    small()
