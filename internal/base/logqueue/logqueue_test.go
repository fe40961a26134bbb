package logqueue_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"linnet/internal/base/logqueue"
)

// pipe returns the ends of a pipe of the operating system.
func pipe(t *testing.T) (reader, writer *os.File) {
	t.Helper()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reader.Close(); _ = writer.Close() })
	return reader, writer
}

func TestWriter_WritesTheLinesInOrder(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	w := logqueue.New(&out)
	var want strings.Builder
	for n := range 1000 {
		line := fmt.Sprintf("level=INFO n=%d\n", n)
		want.WriteString(line)
		if written, err := io.WriteString(w, line); written != len(line) || err != nil {
			t.Fatalf("%d, %v", written, err)
		}
	}
	w.Close()
	if out.String() != want.String() || w.Lost() != 0 || w.Health() != nil {
		t.Errorf("%d bytes, want %d; %d lines are lost, %v", out.Len(), want.Len(), w.Lost(), w.Health())
	}
}

func TestWriter_CountsLinesWithoutAReader(t *testing.T) {
	signal.Ignore(syscall.SIGPIPE)
	t.Cleanup(func() { signal.Reset(syscall.SIGPIPE) })
	reader, writer := pipe(t)
	w := logqueue.New(writer)
	_ = reader.Close()
	_, _ = io.WriteString(w, "first\nsecond\n")
	w.Close()
	if err := w.Health(); w.Lost() != 2 || err == nil || !strings.Contains(err.Error(), "2 log lines were lost") {
		t.Errorf("%d lines are lost, %v", w.Lost(), err)
	}
}

func TestWriter_DoesNotWaitForAReader(t *testing.T) {
	t.Parallel()
	reader, writer := pipe(t)
	w := logqueue.New(writer)
	line := strings.Repeat("x", 1023) + "\n"
	const lines = 8192 // 8 MiB, more than the pipe and the queue hold
	for range lines {
		_, _ = io.WriteString(w, line)
	}
	lost := w.Lost()
	if err := w.Health(); lost == 0 || err == nil {
		t.Fatalf("%d of %d lines are lost, %v", lost, lines, err)
	}
	read := make(chan uint64)
	go func() {
		n := uint64(0)
		for in := bufio.NewScanner(reader); in.Scan(); {
			n++
		}
		read <- n
	}()
	w.Close()
	_ = writer.Close()
	if n := <-read; n+w.Lost() != lines {
		t.Errorf("%d lines were read and %d lost, want %d in total", n, w.Lost(), lines)
	}
	if err := w.Health(); err != nil {
		t.Errorf("after the reader continued: %v", err)
	}
}

func TestWriter_CloseWaitsASecondForAReader(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		reader, writer := io.Pipe()
		w := logqueue.New(writer)
		_, _ = io.WriteString(w, "line\n")
		began := time.Now()
		w.Close()
		if took := time.Since(began); took != time.Second {
			t.Errorf("Close took %v", took)
		}
		_ = reader.Close() // ends the pending write
	})
}
