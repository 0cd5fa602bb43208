//! What is wrong with the weights of a network, or with its shape.

messages! {
    too_short(bytes)
        "not a safetensors file: it has only {bytes} bytes"
        / "safetensors ファイルではありません（{bytes} バイトしかありません）";
    cut_header(needed, bytes)
        "the file is cut off or not a safetensors file: its header would need {needed} bytes, but it has {bytes}"
        / "ファイルが途中で切れているか、safetensors ファイルではありません（ヘッダーに {needed} バイト必要ですが、{bytes} バイトしかありません）";
    a_pth()
        "this is a PyTorch file (.pth); make a safetensors file of it with crates/nn/python/pth_to_safetensors.py"
        / "PyTorch のファイル（.pth）です。crates/nn/python/pth_to_safetensors.py で safetensors に変換してください";
    bad_header(problem)
        "not a safetensors file: its header is damaged: {problem}"
        / "safetensors ファイルではありません（ヘッダーが壊れています: {problem}）";
    bad_entry(name)
        "the header's entry for the tensor {name} is damaged"
        / "ヘッダーのうちテンソル {name} の項目が壊れています";
    unknown_type(name, kind)
        "the tensor {name} has the type {kind}; F32, F64, F16, BF16 and I64 are read"
        / "テンソル {name} の型は {kind} ですが、読めるのは F32、F64、F16、BF16、I64 です";
    wrong_length(name, bytes, needed)
        "the tensor {name} has {bytes} bytes, but its shape needs {needed}"
        / "テンソル {name} は {bytes} バイトですが、形からすると {needed} バイト必要です";
    cut_data(name, end, bytes)
        "the file is cut off: the tensor {name} would end at byte {end} of the data, but there are only {bytes}"
        / "ファイルが途中で切れています（テンソル {name} はデータの {end} バイト目までありますが、{bytes} バイトしかありません）";
    misplaced(name)
        "the tensor {name} overlaps another one or leaves a gap"
        / "テンソル {name} がほかのテンソルと重なっているか、隙間があります";
    left_over(bytes)
        "there are {bytes} bytes after the last tensor"
        / "最後のテンソルのあとに余分な {bytes} バイトがあります";
    missing(name) "the tensor {name} is missing" / "テンソル {name} がありません";
    not_ours(name)
        "the tensor {name} belongs to no part of such a network"
        / "テンソル {name} は、このネットワークのどの部分のものでもありません";
    wrong_shape(name, found, wanted)
        "the tensor {name} has the shape {found}, not {wanted}"
        / "テンソル {name} の形が {wanted} ではなく {found} です";
    not_a_number(name)
        "the tensor {name} holds something that is not a finite number"
        / "テンソル {name} に有限の数でない値があります";
    negative_variance(name)
        "the tensor {name} is a variance, but holds a negative number"
        / "テンソル {name} は分散ですが、負の数があります";
    not_for_board(name, inputs, squares)
        "{name} has {inputs} inputs, which are not made from a board of {squares} squares: these weights are for another board"
        / "{name} の入力は {inputs} 個で、{squares} マスの盤とは合いません。別の盤用の重みです";
    nothing(what) "a network cannot have 0 {what}" / "ネットワークの {what} を 0 にはできません";
    too_large(most)
        "the network is too large: more than {most} parameters"
        / "ネットワークが大きすぎます（パラメーターが {most} 個を超えます）";
    head_name(name)
        "{name:?} cannot be the name of a policy head: lower-case letters and digits, in alphabetical order, each name once, not \"value\""
        / "{name:?} は方策ヘッドの名前にできません（英小文字と数字、アルファベット順、重複なし、\"value\" 以外）";
    no_heads() "a network needs a policy head" / "ネットワークには方策ヘッドが必要です";
    other_optimiser(name)
        "the optimiser's state does not belong to this network: {name}"
        / "最適化の状態がこのネットワークのものではありません: {name}";
}
