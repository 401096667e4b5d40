"""A 12-layer BERT with random weights."""

import torch
from transformers import BertConfig, BertModel


def make():
    torch.manual_seed(0)
    model = BertModel(BertConfig(hidden_size=64, intermediate_size=128, num_attention_heads=4)).eval()
    return model, [((torch.randint(0, 1000, (2, 16)),), {})]
