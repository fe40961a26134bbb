package apikit

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// eventTimeout is how long a client may take to receive what Flush sends.
const eventTimeout = 10 * time.Second

// EventWriter writes server-sent events. It is not safe for concurrent use.
type EventWriter struct {
	buf     *bufio.Writer
	control *http.ResponseController
	err     error // the first; reported by Flush
}

// NewEventWriter begins the response.
func NewEventWriter(w http.ResponseWriter) *EventWriter {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("X-Accel-Buffering", "no") // nginx buffers events otherwise
	w.WriteHeader(http.StatusOK)
	return &EventWriter{buf: bufio.NewWriter(w), control: http.NewResponseController(w)}
}

// Comment writes a comment, which clients ignore.
func (w *EventWriter) Comment(text string) { fmt.Fprintf(w.buf, ": %s\n\n", text) }

// Event writes an event with its data as JSON. An empty id is omitted.
func (w *EventWriter) Event(id, name string, data any) {
	text, err := json.Marshal(data)
	if err != nil {
		w.err = err
		return
	}
	if id != "" {
		fmt.Fprintf(w.buf, "id: %s\n", id)
	}
	fmt.Fprintf(w.buf, "event: %s\ndata: %s\n\n", name, text)
}

// Flush sends the events that were written since the last call. It fails when
// the client does not receive them within eventTimeout.
func (w *EventWriter) Flush() error {
	if w.err != nil {
		return w.err
	}
	// Not every writer supports deadlines.
	_ = w.control.SetWriteDeadline(time.Now().Add(eventTimeout)) //nolint:forbidigo // the kernel's clock, not the product's
	if w.err = w.buf.Flush(); w.err == nil {
		w.err = w.control.Flush()
	}
	return w.err
}
