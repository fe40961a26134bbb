package apikit_test

import (
	"errors"
	"fmt"
	"io"
	"testing"
	"testing/iotest"

	"linnet/internal/edge/apikit"
)

// parts returns a function that appends one part a call, and end with the last one.
func parts(end error, all ...string) func([]byte) ([]byte, error) {
	return func(buffer []byte) ([]byte, error) {
		if len(all) == 0 {
			return buffer, end
		}
		buffer = append(buffer, all[0]...)
		if all = all[1:]; len(all) == 0 {
			return buffer, end
		}
		return buffer, nil
	}
}

func TestGeneratedFile_ReturnsAllParts(t *testing.T) {
	t.Parallel()
	for want, file := range map[string]io.Reader{
		"head one two": apikit.GeneratedFile([]byte("head "), parts(io.EOF, "one ", "", "two")),
		"head":         apikit.GeneratedFile([]byte("head"), parts(io.EOF)),
		"":             apikit.GeneratedFile(nil, parts(io.EOF)),
	} {
		if err := iotest.TestReader(file, []byte(want)); err != nil {
			t.Errorf("%q: %v", want, err)
		}
	}
}

func TestGeneratedFile_ReturnsTheErrorAfterThePartsBefore(t *testing.T) {
	t.Parallel()
	broken := errors.New("the store is closed")
	got, err := io.ReadAll(apikit.GeneratedFile([]byte("head "), parts(fmt.Errorf("read: %w", broken), "one")))
	if string(got) != "head one" || !errors.Is(err, broken) {
		t.Errorf("%q, %v", got, err)
	}
}
