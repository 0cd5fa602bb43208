//! Tensors by name, read from and written as safetensors: eight bytes that say how long the
//! header is, the header (JSON), the numbers.

use std::collections::BTreeMap;

use gyoji_words::weights as words;
use serde_json::{Map, Value, json};

use crate::flaw::Flaw;

/// What a PyTorch file begins with: it is a zip archive.
const ZIP: &[u8] = b"PK\x03\x04";

/// Numbers with a shape.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tensor {
    /// The dimensions; none for a single number.
    pub shape: Vec<usize>,
    /// The numbers, the last dimension running fastest.
    pub numbers: Vec<f32>,
    /// Written as 64-bit whole numbers.
    pub whole: bool,
}

impl Tensor {
    /// A tensor of that shape.
    pub fn new(shape: &[usize], numbers: Vec<f32>) -> Tensor {
        Tensor { shape: shape.to_vec(), numbers, whole: false }
    }
}

/// Tensors by name, and what is said about them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tensors {
    tensors: BTreeMap<String, Tensor>,
    /// Free text beside the tensors, by name.
    pub notes: BTreeMap<String, String>,
}

impl Tensors {
    /// A tensor by its name.
    pub fn get(&self, name: &str) -> Option<&Tensor> {
        self.tensors.get(name)
    }

    /// Adds a tensor, or replaces the one of that name.
    pub fn insert(&mut self, name: impl Into<String>, tensor: Tensor) {
        self.tensors.insert(name.into(), tensor);
    }

    /// All names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tensors.keys().map(String::as_str)
    }

    /// The bytes of a safetensors file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (mut header, mut data) = (Map::new(), Vec::new());
        if !self.notes.is_empty() {
            header.insert("__metadata__".to_owned(), json!(self.notes));
        }
        for (name, tensor) in &self.tensors {
            let start = data.len();
            for number in &tensor.numbers {
                match tensor.whole {
                    true => data.extend((*number as i64).to_le_bytes()),
                    false => data.extend(number.to_le_bytes()),
                }
            }
            let kind = if tensor.whole { "I64" } else { "F32" };
            let place = [start, data.len()];
            let entry = json!({ "dtype": kind, "shape": tensor.shape, "data_offsets": place });
            header.insert(name.clone(), entry);
        }
        let mut header = Value::Object(header).to_string().into_bytes();
        // The numbers begin at a multiple of eight.
        header.resize(header.len().next_multiple_of(8), b' ');
        let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
        bytes.extend(header);
        bytes.extend(data);
        bytes
    }

    /// Reads a safetensors file. Numbers of half and double precision become `f32`.
    ///
    /// # Errors
    /// If the bytes are not exactly such a file; the reason says what is wrong where.
    pub fn from_bytes(bytes: &[u8]) -> Result<Tensors, Flaw> {
        if bytes.starts_with(ZIP) {
            return Err(words::a_pth().into());
        }
        let Some((length, rest)) = bytes.split_first_chunk::<8>() else {
            return Err(words::too_short(bytes.len()).into());
        };
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        let Some((header, data)) = rest.split_at_checked(length) else {
            return Err(words::cut_header(length, rest.len()).into());
        };
        let header: Map<String, Value> =
            serde_json::from_slice(header).map_err(words::bad_header)?;
        let mut read = Tensors::default();
        let mut places = Vec::new();
        for (name, entry) in header {
            if name == "__metadata__" {
                let notes = serde_json::from_value(entry).map_err(words::bad_header)?;
                read.notes = notes;
                continue;
            }
            let (place, tensor) = read_tensor(&name, &entry, data)?;
            places.push((place, name.clone()));
            read.tensors.insert(name, tensor);
        }
        places.sort();
        let mut end = 0;
        for ((start, stop), name) in places {
            if start != end {
                return Err(words::misplaced(name).into());
            }
            end = stop;
        }
        if end != data.len() {
            return Err(words::left_over(data.len() - end).into());
        }
        Ok(read)
    }
}

/// Where the tensor of a header's entry lies, and the tensor.
fn read_tensor(name: &str, entry: &Value, data: &[u8]) -> Result<((usize, usize), Tensor), Flaw> {
    let bad = || Flaw::from(words::bad_entry(name));
    let list = |key: &str| -> Result<Vec<usize>, Flaw> {
        let values = entry.get(key).and_then(Value::as_array).ok_or_else(bad)?;
        let number = |value: &Value| value.as_u64().and_then(|n| usize::try_from(n).ok());
        values.iter().map(number).collect::<Option<_>>().ok_or_else(bad)
    };
    let kind = entry.get("dtype").and_then(Value::as_str).ok_or_else(bad)?;
    let (shape, place) = (list("shape")?, list("data_offsets")?);
    let &[start, end] = place.as_slice() else { return Err(bad()) };
    let size = match kind {
        "F64" | "I64" => 8,
        "F32" => 4,
        "F16" | "BF16" => 2,
        _ => return Err(words::unknown_type(name, kind).into()),
    };
    let length = end.checked_sub(start).ok_or_else(bad)?;
    let needed = shape.iter().try_fold(size, |all: usize, &n| all.checked_mul(n));
    if needed != Some(length) {
        let needed = needed.map_or("∞".to_owned(), |needed| needed.to_string());
        return Err(words::wrong_length(name, length, needed).into());
    }
    let Some(bytes) = data.get(start..end) else {
        return Err(words::cut_data(name, end, data.len()).into());
    };
    let numbers = match kind {
        "F64" => bytes.as_chunks().0.iter().map(|b| f64::from_le_bytes(*b) as f32).collect(),
        "I64" => bytes.as_chunks().0.iter().map(|b| i64::from_le_bytes(*b) as f32).collect(),
        "F16" => bytes.as_chunks().0.iter().map(|b| half(u16::from_le_bytes(*b))).collect(),
        "BF16" => {
            let wide = |b: &[u8; 2]| f32::from_bits(u32::from(u16::from_le_bytes(*b)) << 16);
            bytes.as_chunks().0.iter().map(wide).collect()
        }
        _ => bytes.as_chunks().0.iter().map(|b| f32::from_le_bytes(*b)).collect(),
    };
    Ok(((start, end), Tensor { shape, numbers, whole: kind == "I64" }))
}

/// A number of half precision: one bit sign, five exponent, ten fraction.
fn half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f32::from(bits & 1023) / 1024.0);
    sign * match exponent {
        0 => fraction * 2f32.powi(-14),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1.0 + fraction) * 2f32.powi(exponent - 15),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_precision_is_read() {
        let known =
            [(0x3c00, 1.0), (0xc000, -2.0), (0x3555, 0.333_251_95), (0x0001, 5.960_464_5e-8)];
        for (bits, number) in known {
            assert_eq!(half(bits), number);
        }
        assert!(half(0x7c00).is_infinite() && half(0x7e00).is_nan());
    }
}
