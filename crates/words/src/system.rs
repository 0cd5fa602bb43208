//! What the system says when something cannot be done, in both languages and with what to do.

use std::io::{Error, ErrorKind};

use crate::Text;

/// The reason an input or output failed.
pub fn said(error: &Error) -> Text {
    let text = match error.kind() {
        ErrorKind::NotFound => no_such_file(),
        ErrorKind::PermissionDenied => not_permitted(),
        ErrorKind::AlreadyExists => already_there(),
        ErrorKind::IsADirectory => is_a_folder(),
        ErrorKind::NotADirectory => is_no_folder(),
        ErrorKind::DirectoryNotEmpty => not_empty(),
        ErrorKind::ReadOnlyFilesystem => read_only(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => disk_full(),
        ErrorKind::FileTooLarge => too_large(),
        ErrorKind::InvalidFilename => bad_name(),
        ErrorKind::AddrInUse => port_in_use(),
        ErrorKind::AddrNotAvailable => not_our_address(),
        ErrorKind::ConnectionRefused => nobody_listens(),
        ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::NotConnected => {
            connection_lost()
        }
        ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable => unreachable_host(),
        ErrorKind::TimedOut => timed_out(),
        ErrorKind::OutOfMemory => no_memory(),
        ErrorKind::UnexpectedEof => ends_early(),
        ErrorKind::InvalidData => not_text(),
        _ if error.to_string().starts_with("failed to lookup address") => no_such_host(),
        _ => return Text::plain(error.to_string()),
    };
    match error.raw_os_error() {
        Some(number) => text.then(
            "",
            &Text::made(format!(" (os error {number})"), format!("（os error {number}）")),
        ),
        None => text,
    }
}

messages! {
    no_such_file() "there is no such file or folder; check the path" / "そのようなファイルやフォルダはありません。パスを確かめてください";
    not_permitted() "you are not allowed to; ls -l shows to whom it belongs" / "許可されていません。ls -l で所有者と権限を確かめてください";
    already_there() "there is such a file already; choose another name" / "同じ名前のファイルがすでにあります。別の名前にしてください";
    is_a_folder() "this is a folder, not a file" / "ファイルではなくフォルダです";
    is_no_folder() "a part of the path is a file, not a folder" / "パスの途中がフォルダではなくファイルです";
    not_empty() "the folder is not empty" / "フォルダが空ではありません";
    read_only() "this disk is read-only" / "読み取り専用のディスクです";
    disk_full() "the disk is full; make room (df -h shows how much there is)" / "ディスクがいっぱいです。空きを作ってください（df -h で確認できます）";
    too_large() "the file became too large" / "ファイルが大きすぎます";
    bad_name() "this cannot be the name of a file; it may be too long" / "ファイル名として使えません。長すぎるかもしれません";
    port_in_use() "another program uses this port; end it, or choose another port (0: any free one)" / "このポートはほかのプログラムが使用中です。そちらを終了するか、別のポートを指定してください（0 なら空いているもの）";
    not_our_address() "this machine does not have this address" / "このマシンのアドレスではありません";
    nobody_listens() "nobody listens there; is the other program started, and the port right?" / "そこで待っているプログラムがありません。相手は起動していますか。ポートは正しいですか";
    connection_lost() "the connection was lost" / "接続が切れました";
    unreachable_host() "this machine cannot be reached from here; check address and network" / "そのマシンに届きません。アドレスとネットワークを確かめてください";
    no_such_host() "there is no machine of that name; check the name" / "その名前のマシンが見つかりません。名前を確かめてください";
    timed_out() "no answer in time" / "時間内に応答がありませんでした";
    no_memory() "there is not enough memory" / "メモリが足りません";
    ends_early() "it ends too early: perhaps it is damaged" / "途中で終わっています。壊れているかもしれません";
    not_text() "it is not text in UTF-8" / "UTF-8 のテキストではありません";
}
