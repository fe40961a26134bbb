package httpapi

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/ident"
	"linnet/internal/core/click"
	"linnet/internal/core/job"
)

// eventWriter writes server-sent events. The first error is kept and told by
// flush.
type eventWriter struct {
	buf     *bufio.Writer
	control *http.ResponseController
	err     error
}

func newEventWriter(w http.ResponseWriter) *eventWriter {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no") // nginx would collect events otherwise
	w.WriteHeader(http.StatusOK)
	return &eventWriter{buf: bufio.NewWriter(w), control: http.NewResponseController(w)}
}

func (w *eventWriter) comment(text string) { fmt.Fprintf(w.buf, ": %s\n\n", text) }

// click is told with its id: a client who names the last one it saw is told of
// those after it.
func (w *eventWriter) click(c click.Click) {
	fmt.Fprintf(w.buf, "id: %s\n", ident.Text(ident.Click, c.ID))
	w.event("click", clickOf(c))
}

// job has no id: what counts of a job is what it is now, which whoever comes
// back is told anyway.
func (w *eventWriter) job(j job.Job) { w.event("job", jobOf(j)) }

func (w *eventWriter) event(name string, data any) {
	text, err := json.Marshal(data)
	if err != nil {
		w.err = err
		return
	}
	fmt.Fprintf(w.buf, "event: %s\ndata: %s\n\n", name, text)
}

// flush sends what was written, within writeTimeout.
func (w *eventWriter) flush() error {
	if w.err != nil {
		return w.err
	}
	// A server without deadlines is no reason to stop.
	_ = w.control.SetWriteDeadline(time.Now().Add(writeTimeout)) //nolint:forbidigo // the kernel's clock, not the product's
	if w.err = w.buf.Flush(); w.err == nil {
		w.err = w.control.Flush()
	}
	return w.err
}

// describeStreams tells of the streams' events, which the framework cannot see.
func describeStreams(doc *huma.OpenAPI) {
	clicks, jobs := ref[Click](doc.Components.Schemas), ref[Job](doc.Components.Schemas)
	answer := func(path, words string, data *huma.Schema) {
		doc.Paths[path].Get.Responses["200"] = &huma.Response{
			Description: words, Content: map[string]*huma.MediaType{"text/event-stream": {Schema: data}},
		}
	}
	answer("/clicks/stream", "Events named click; the data of each is a Click.", clicks)
	answer("/stream", "Events named click, whose data is a Click, and events named job, whose data is a Job.",
		&huma.Schema{OneOf: []*huma.Schema{clicks, jobs}})
}
