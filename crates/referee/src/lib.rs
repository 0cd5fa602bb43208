//! gyoji-referee
