#!/usr/bin/env python3
"""Measures PyTorch beside `gyoji bench zero`, one thread each, and prints what is how much quicker.

    pip install torch numpy
    python3 bench_torch.py [--gyoji ./gyoji] [--seconds 2] [--program FOLDER --network FILE.pth]

Both look at positions of the class document's network (90 planes, 64 filters, 4 blocks, policies of
625 and 51) with all logits, and take steps of learning on 256 positions; they take turns, and the
best of three turns counts. FOLDER holds the class document's Python program (mcts.py, model.py,
contrast_game.py): then its simulations in a second are measured as well.
"""

import argparse
import json
import os
import subprocess
import sys
import time

TURNS = 3
BATCHES = (1, 32, 128)
LEARNT = 256
NAME = "seed planes, 64x4: "

os.environ["OMP_NUM_THREADS"] = "1"

import torch
from torch import nn
from torch.nn import functional

torch.set_num_threads(1)


class Block(nn.Module):
    def __init__(self, filters):
        super().__init__()
        self.conv1 = nn.Conv2d(filters, filters, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(filters)
        self.conv2 = nn.Conv2d(filters, filters, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(filters)

    def forward(self, x):
        y = functional.relu(self.bn1(self.conv1(x)))
        return functional.relu(x + self.bn2(self.conv2(y)))


class Head(nn.Module):
    """A 1x1 convolution and a fully connected layer."""

    def __init__(self, filters, inner, outputs):
        super().__init__()
        self.conv = nn.Conv2d(filters, inner, 1, bias=False)
        self.bn = nn.BatchNorm2d(inner)
        self.fc = nn.Linear(25 * inner, outputs)

    def forward(self, x):
        return self.fc(functional.relu(self.bn(self.conv(x))).flatten(1))


class Net(nn.Module):
    def __init__(self, planes=90, filters=64, blocks=4):
        super().__init__()
        self.conv = nn.Conv2d(planes, filters, 3, padding=1, bias=False)
        self.bn = nn.BatchNorm2d(filters)
        self.blocks = nn.Sequential(*(Block(filters) for _ in range(blocks)))
        self.move, self.tile = Head(filters, 32, 625), Head(filters, 32, 51)
        self.value, self.out = Head(filters, 4, 64), nn.Linear(64, 1)

    def forward(self, x):
        x = self.blocks(functional.relu(self.bn(self.conv(x))))
        value = torch.tanh(self.out(functional.relu(self.value(x))))
        return self.move(x), self.tile(x), value


def repeated(seconds, each, work):
    """How many things in a second, if each run does so many."""
    work()
    start, runs = time.perf_counter(), 0
    while runs == 0 or time.perf_counter() - start < seconds:
        work()
        runs += 1
    return runs * each / (time.perf_counter() - start)


def looking(net):
    """The quickest of the ways to ask a network: as it is, traced and frozen, channels last."""
    net = net.eval()
    with torch.inference_mode():
        example = torch.rand(1, 90, 5, 5)
        frozen = torch.jit.optimize_for_inference(torch.jit.freeze(torch.jit.trace(net, example)))
    last = lambda x: x.to(memory_format=torch.channels_last)
    return [
        (net, lambda x: x),
        (frozen, lambda x: x),
        (net.to(memory_format=torch.channels_last), last),
    ]


def torch_figures(seconds):
    figures = {}
    for batch in BATCHES:
        x = torch.rand(batch, 90, 5, 5)
        with torch.inference_mode():
            for net, shaped in looking(Net()):
                planes = shaped(x)
                speed = repeated(seconds / 3, batch, lambda: net(planes))
                key = f"looks, {batch} at once"
                figures[key] = max(figures.get(key, 0.0), speed)
    net = Net().train()
    adam = torch.optim.Adam(net.parameters(), 1e-3, weight_decay=1e-4)
    x = torch.rand(LEARNT, 90, 5, 5)
    move, tile = torch.rand(LEARNT, 625).softmax(1), torch.rand(LEARNT, 51).softmax(1)
    value = torch.rand(LEARNT, 1)

    def step():
        adam.zero_grad()
        moves, tiles, values = net(x)
        loss = functional.mse_loss(values, value)
        loss = loss + functional.cross_entropy(moves, move) + functional.cross_entropy(tiles, tile)
        loss.backward()
        adam.step()

    figures[f"learning, {LEARNT} at once"] = repeated(seconds, LEARNT, step)
    return figures


def program_figure(folder, network, seconds):
    """Simulations in a second of the Python program with its own search."""
    sys.path.insert(0, folder)
    from contrast_game import ContrastGame
    from mcts import MCTS
    from model import ContrastDualPolicyNet

    net = ContrastDualPolicyNet()
    if network:
        found = torch.load(network, map_location="cpu", weights_only=True)
        net.load_state_dict(found.get("model_state_dict", found))
    net.eval()

    def search():
        MCTS(net, torch.device("cpu")).search(ContrastGame(), 100)

    return repeated(seconds, 100, search)


def gyoji_figures(gyoji, seconds):
    args = [gyoji, "bench", "zero", "--time", f"{seconds}s", "--json"]
    said = subprocess.run(args, check=True, stdout=subprocess.PIPE, text=True).stdout
    figures = json.loads(said)
    figures = figures.get("figures", figures) if isinstance(figures, dict) else figures
    return {figure["what"]: figure["value"] for figure in figures}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--gyoji", default="gyoji")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--program")
    parser.add_argument("--network")
    args = parser.parse_args()
    theirs, ours = {}, {}
    for _ in range(TURNS):
        figures = torch_figures(args.seconds)
        if args.program:
            speed = program_figure(args.program, args.network, args.seconds)
            figures["search, one position at a time"] = speed
        for best, found in ((theirs, figures), (ours, gyoji_figures(args.gyoji, args.seconds))):
            for what, speed in found.items():
                best[what] = max(best.get(what, 0.0), speed)
    print(f"PyTorch {torch.__version__}, one thread each, the best of {TURNS} turns")
    for what, speed in theirs.items():
        mine = ours[NAME + what]
        print(f"{what:40} {speed:10.0f} {mine:10.0f} {mine / speed:7.2f}")
    small = [what for what in ours if what.startswith("lean") and "one position" in what]
    for what in small if args.program else []:
        speed = theirs["search, one position at a time"]
        print(f"{what:40} {speed:10.0f} {ours[what]:10.0f} {ours[what] / speed:7.2f}")


if __name__ == "__main__":
    main()
