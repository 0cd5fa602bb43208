//! Weights as files: what is written is read again, and what is wrong is refused with the reason.

mod common;

use common::{small_shape, values};
use gyoji_nn::{Isa, Net, Tensor, Tensors};
use gyoji_words::Lang;

const FIXTURE: &[u8] = include_bytes!("fixture/small.safetensors");

fn small_net() -> Net {
    Net::new(&small_shape(), Isa::best(), 7).unwrap()
}

/// A file with that header and so many bytes of data.
fn file(header: &str, data: usize) -> Vec<u8> {
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.as_bytes());
    bytes.extend(vec![0; data]);
    bytes
}

/// Why bytes are refused, which has to be said in both languages.
fn refused(bytes: &[u8]) -> String {
    let flaw = Tensors::from_bytes(bytes).unwrap_err();
    assert_ne!(flaw.text().get(Lang::Ja), flaw.text().get(Lang::En));
    flaw.to_string()
}

/// Why the network is refused after its tensors were changed.
fn refused_net(change: impl FnOnce(&mut Tensors)) -> String {
    let mut tensors = small_net().tensors();
    change(&mut tensors);
    Net::from_tensors(&tensors, (3, 4), Isa::best()).unwrap_err().to_string()
}

#[test]
fn a_network_survives_a_file() {
    let net = small_net();
    let mut tensors = net.tensors();
    tensors.notes.insert("game".to_owned(), "コントラスト".to_owned());
    let read = Tensors::from_bytes(&tensors.to_bytes()).unwrap();
    assert_eq!(read, tensors);
    let again = Net::from_tensors(&read, (3, 4), Isa::best()).unwrap();
    assert_eq!(again.shape(), net.shape());
    assert_eq!(values(&again), values(&net));
}

#[test]
fn a_file_of_pytorch_keeps_its_names_and_shapes() {
    let read = Tensors::from_bytes(FIXTURE).unwrap();
    let net = Net::from_tensors(&read, (3, 4), Isa::best()).unwrap();
    assert_eq!(net.tensors(), read, "PyTorch would read every tensor back");
    assert_eq!(Tensors::from_bytes(&net.tensors().to_bytes()).unwrap(), read);
}

#[test]
fn damaged_files_are_refused_with_the_reason() {
    let entry = |kind: &str, shape: &str, place: &str| {
        format!(r#"{{"a":{{"dtype":"{kind}","shape":{shape},"data_offsets":{place}}}}}"#)
    };
    let good = entry("F32", "[2]", "[0,8]");
    assert!(Tensors::from_bytes(&file(&good, 8)).is_ok());
    for (bytes, reason) in [
        (b"abc".to_vec(), "it has only 3 bytes"),
        (Vec::new(), "it has only 0 bytes"),
        (b"PK\x03\x04 and so on".to_vec(), "a PyTorch file (.pth)"),
        (vec![0xff; 40], "cut off or not a safetensors file"),
        (file("not json", 0), "header is damaged"),
        (file("[]", 0), "header is damaged"),
        (file(&good, 7), "would end at byte 8 of the data, but there are only 7"),
        (file(&good, 9), "1 bytes after the last tensor"),
        (file(&entry("F32", "[3]", "[0,8]"), 8), "a has 8 bytes, but its shape needs 12"),
        (file(&entry("F32", "[2]", "[4,12]"), 12), "overlaps another one or leaves a gap"),
        (file(&entry("I8", "[8]", "[0,8]"), 8), "has the type I8"),
        (file(&entry("F32", "[-1]", "[0,8]"), 8), "entry for the tensor a is damaged"),
        (file(&entry("F32", "[2]", "[8,0]"), 8), "entry for the tensor a is damaged"),
        (file(&entry("F32", "[2]", "[0]"), 8), "entry for the tensor a is damaged"),
        (file(r#"{"a":1}"#, 0), "entry for the tensor a is damaged"),
        (file(r#"{"__metadata__":{"a":1}}"#, 0), "header is damaged"),
        (
            file(&entry("F32", "[4294967296,4294967296,4]", "[0,8]"), 8),
            "a has 8 bytes, but its shape needs ∞",
        ),
    ] {
        let said = refused(&bytes);
        assert!(said.contains(reason), "{said:?} does not say {reason:?}");
    }
}

#[test]
fn no_bytes_make_the_reader_panic() {
    let lot = &mut fastrand::Rng::with_seed(9);
    for cut in 0..FIXTURE.len().min(600) {
        assert!(Tensors::from_bytes(&FIXTURE[..cut]).is_err());
    }
    for _ in 0..300 {
        let mut bytes = FIXTURE.to_vec();
        for _ in 0..4 {
            let place = lot.usize(..6000);
            bytes[place] = lot.u8(..);
        }
        if let Ok(tensors) = Tensors::from_bytes(&bytes) {
            drop(Net::from_tensors(&tensors, (3, 4), Isa::best()));
        }
    }
}

#[test]
fn tensors_of_another_network_are_refused_with_the_reason() {
    let name = "res_blocks.0.bn1.running_var";
    let tensor = |count: usize| Tensor::new(&[count], vec![1.0; count]);
    let stranger = |tensors: &mut Tensors| tensors.insert("attention.weight", tensor(1));
    for (said, reason) in [
        (refused_net(stranger), "the tensor attention.weight belongs to no part"),
        (refused_net(|t| t.insert(name, tensor(4))), "has the shape [4], not [5]"),
        (refused_net(|t| t.insert("value_conv.weight", tensor(4))), "[4], not 4d"),
        (
            refused_net(|t| t.insert(name, Tensor::new(&[5], vec![f32::NAN; 5]))),
            "not a finite number",
        ),
        (
            refused_net(|t| t.insert(name, Tensor::new(&[5], vec![-1.0; 5]))),
            "a variance, but holds a negative number",
        ),
        (
            refused_net(|t| t.insert("huge_fc.weight", Tensor::new(&[usize::MAX, 0], vec![]))),
            "the tensor huge_conv.weight is missing",
        ),
    ] {
        assert!(said.contains(reason), "{said:?} does not say {reason:?}");
    }
    let missing = Tensors::from_bytes(FIXTURE).unwrap();
    let mut fewer = Tensors::default();
    for name in missing.names().filter(|name| *name != "move_fc.bias") {
        fewer.insert(name, missing.get(name).unwrap().clone());
    }
    let said = Net::from_tensors(&fewer, (3, 4), Isa::best()).unwrap_err().to_string();
    assert_eq!(said, "the tensor move_fc.bias is missing");
    let said = Net::from_tensors(&missing, (5, 5), Isa::best()).unwrap_err().to_string();
    assert!(said.contains("a board of 25 squares: these weights are for another board"), "{said}");
}

#[test]
fn old_files_that_count_no_steps_are_read() {
    let all = Tensors::from_bytes(FIXTURE).unwrap();
    let mut fewer = Tensors::default();
    for name in all.names().filter(|name| !name.ends_with("num_batches_tracked")) {
        fewer.insert(name, all.get(name).unwrap().clone());
    }
    assert!(Net::from_tensors(&fewer, (3, 4), Isa::best()).is_ok());
}

#[test]
fn numbers_of_other_kinds_become_ours() {
    let header = r#"{"a":{"dtype":"BF16","shape":[2],"data_offsets":[0,4]},
        "b":{"dtype":"F64","shape":[],"data_offsets":[4,12]}}"#;
    let mut bytes = file(header, 0);
    bytes.extend([0x80, 0x3f, 0x20, 0xc0]);
    bytes.extend(0.75f64.to_le_bytes());
    let read = Tensors::from_bytes(&bytes).unwrap();
    assert_eq!(read.get("a").unwrap().numbers, [1.0, -2.5]);
    assert_eq!(read.get("b").unwrap().numbers, [0.75]);
}
