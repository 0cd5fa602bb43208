//! gyoji-catalog
