// Package outbox sends mails through the durable queue, so that they survive a
// restart and a mail server that is down.
package outbox

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/queue"
)

// TaskKind is the kind of the tasks that send mails.
const TaskKind = "mail"

const (
	leaseTime = time.Minute // a session with the server takes at most seconds
	workers   = 2
)

// retry makes attempts for half a day.
var retry = queue.Retry{Attempts: 12, First: 30 * time.Second, Factor: 3, Max: 2 * time.Hour} //nolint:gochecknoglobals // a constant

// Store is what an outbox needs of the records.
type Store interface {
	// AddTasks stores tasks in one transaction.
	AddTasks(ctx context.Context, tasks ...queue.NewTask) error
	// TasksDue counts the tasks of a kind that are due at a time.
	TasksDue(ctx context.Context, kind string, at time.Time) (int, error)
}

// Handler sends a mail of one template. It creates the secrets of the mail,
// because data is stored.
type Handler func(ctx context.Context, data []byte) error

// Send returns a handler that decodes the data of a template.
func Send[T any](send func(ctx context.Context, data T) error) Handler {
	return func(ctx context.Context, raw []byte) error {
		var data T
		if err := json.Unmarshal(raw, &data); err != nil {
			return fault.Wrap(err, fault.Invalid, "The data of the mail cannot be decoded.")
		}
		return send(ctx, data)
	}
}

// message is the payload of a task.
type message struct {
	Template string          `json:"template"`
	Data     json.RawMessage `json:"data"`
}

// Outbox adds mails to the queue.
type Outbox struct {
	store Store
	clock clock.Clock
}

// New returns an outbox. A queue with Kind sends its mails.
func New(store Store, clock clock.Clock) *Outbox { return &Outbox{store: store, clock: clock} }

// Add queues a mail. data must not contain secrets.
func (o *Outbox) Add(ctx context.Context, template string, data any) error {
	task, err := o.Task(template, data)
	if err != nil {
		return err
	}
	return o.store.AddTasks(ctx, task)
}

// Task returns the task that sends a mail, to be stored in the transaction of
// the change that the mail is about. data must not contain secrets.
func (o *Outbox) Task(template string, data any) (queue.NewTask, error) {
	return NewTask(template, ident.New("mail"), data, o.clock.Now())
}

// NewTask returns the task that sends a mail at a time. It replaces a waiting one
// with the same key. data must not contain secrets.
func NewTask(template, key string, data any, due time.Time) (queue.NewTask, error) {
	raw, err := json.Marshal(data)
	if err != nil {
		return queue.NewTask{}, fmt.Errorf("encode the data of mail %s: %w", template, err)
	}
	payload, err := json.Marshal(message{Template: template, Data: raw})
	if err != nil {
		return queue.NewTask{}, fmt.Errorf("encode mail %s: %w", template, err)
	}
	return queue.NewTask{Kind: TaskKind, Key: key, Payload: string(payload), Due: due}, nil
}

type messageIDKey struct{}

// MessageID returns the id of the queued mail that a handler with this context
// sends: the same for each attempt, so that mail servers can detect duplicates.
// It is empty in other contexts.
func MessageID(ctx context.Context) string {
	id, _ := ctx.Value(messageIDKey{}).(string)
	return id
}

// Waiting returns the number of mails that are not sent yet, without dead letters.
func (o *Outbox) Waiting(ctx context.Context) (int, error) {
	return o.store.TasksDue(ctx, TaskKind, o.clock.Now().Add(retry.Max))
}

// Kind returns the kind of tasks that send mails. handlers has one for each
// template.
func Kind(handlers map[string]Handler) queue.Kind {
	return queue.Kind{
		Name:    TaskKind,
		Lease:   leaseTime,
		Workers: workers,
		Retry:   retry,
		Handle: func(ctx context.Context, t queue.Task) error {
			var m message
			if err := json.Unmarshal([]byte(t.Payload), &m); err != nil {
				return fault.Wrap(err, fault.Invalid, "The mail cannot be decoded.")
			}
			handle, ok := handlers[m.Template]
			if !ok {
				return fault.New(fault.Invalid, "There is no mail template "+m.Template+".")
			}
			return handle(context.WithValue(ctx, messageIDKey{}, t.Key), m.Data)
		},
	}
}
