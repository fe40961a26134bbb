package duckdb

import (
	"errors"
	"strings"

	engine "github.com/duckdb/duckdb-go/v2"
)

// The functions below report what an operator can act on in an error of the engine.
// It has no codes for them, so that they match its texts, and no text of others.

// IsLocked reports whether another process has the file open.
func IsLocked(err error) bool { return says(err, "Conflicting lock is held") }

// IsForbidden reports whether this process may not write the file.
func IsForbidden(err error) bool { return says(err, "Permission denied", "Read-only file system") }

// IsFull reports whether the disk is full.
func IsFull(err error) bool { return says(err, "No space left on device") }

// says reports whether err is an error of the engine with one of the texts.
func says(err error, texts ...string) bool {
	var e *engine.Error
	if !errors.As(err, &e) {
		return false
	}
	for _, text := range texts {
		if strings.Contains(e.Msg, text) {
			return true
		}
	}
	return false
}
