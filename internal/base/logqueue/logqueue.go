// Package logqueue writes log lines in the background, so that a log whose reader is
// slow or gone does not delay the program.
package logqueue

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

const (
	maxPending = 1 << 20 // bytes that wait for the output
	flushGrace = time.Second
)

// errFull reports that the output takes lines more slowly than they are written.
var errFull = errors.New("the reader of the log does not keep up")

// Writer is an io.Writer of lines. Write never waits for the output: lines beyond
// maxPending bytes and lines that the output rejects are lost and counted. It is
// safe for concurrent use.
type Writer struct {
	out    io.Writer
	wake   chan struct{} // has an element when lines wait
	closed chan struct{}
	done   chan struct{} // closed when run has returned

	mu      sync.Mutex
	pending []byte
	lost    uint64
	failure error // the cause of the last loss; nil after lines were written again
}

// New returns a Writer to out, which only the Writer may use until Close.
func New(out io.Writer) *Writer {
	w := &Writer{out: out, wake: make(chan struct{}, 1), closed: make(chan struct{}), done: make(chan struct{})}
	go w.run()
	return w
}

// Write enqueues lines. It always returns len(lines) and no error.
func (w *Writer) Write(lines []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.pending)+len(lines) > maxPending {
		w.loseLocked(lines, errFull)
		return len(lines), nil
	}
	w.pending = append(w.pending, lines...)
	select {
	case w.wake <- struct{}{}:
	default:
	}
	return len(lines), nil
}

// Lost returns the number of lines that were not written.
func (w *Writer) Lost() uint64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.lost
}

// Health returns an error with the number of lost lines while lines are lost, and nil
// after lines have been written again.
func (w *Writer) Health() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failure == nil {
		return nil
	}
	return fmt.Errorf("%d log lines were lost: %w", w.lost, w.failure)
}

// Close writes the waiting lines, for at most a second. Write must not be called
// afterwards.
func (w *Writer) Close() {
	close(w.closed)
	select {
	case <-w.done:
	case <-time.After(flushGrace):
	}
}

func (w *Writer) run() {
	defer close(w.done)
	for {
		select {
		case <-w.wake:
			w.flush()
		case <-w.closed:
			w.flush()
			return
		}
	}
}

func (w *Writer) flush() {
	w.mu.Lock()
	lines := w.pending
	w.pending = nil
	w.mu.Unlock()
	if len(lines) == 0 {
		return
	}
	n, err := w.out.Write(lines)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil {
		w.loseLocked(lines[n:], err)
		return
	}
	w.failure = nil
}

// loseLocked counts lines that were not written.
func (w *Writer) loseLocked(lines []byte, cause error) {
	w.lost += uint64(bytes.Count(lines, []byte{'\n'})) //nolint:gosec // not negative
	w.failure = cause
}
