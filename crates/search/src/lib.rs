//! gyoji-search
