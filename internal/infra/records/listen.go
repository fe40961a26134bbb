package records

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"linnet/internal/core/event"
)

// relisten is the delay before Listen reconnects.
const relisten = time.Second

// Listen publishes the events of other nodes until ctx ends. With SQLite there
// are no other nodes. After each connect it publishes the zero Event, because
// notifications may have been missed.
func (s *Store) Listen(ctx context.Context, log *slog.Logger) {
	if s.d.notify == "" {
		<-ctx.Done()
		return
	}
	for {
		err := s.listenOnce(ctx)
		if ctx.Err() != nil {
			return
		}
		log.Warn("node notifications interrupted; reconnecting", "err", err)
		select {
		case <-ctx.Done():
			return
		case <-time.After(relisten):
		}
	}
}

// listenOnce uses a dedicated connection, because the pool may close or reuse
// one between two notifications.
func (s *Store) listenOnce(ctx context.Context) error {
	c, err := pgx.Connect(ctx, s.url)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer c.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing was written on it
	if _, err := c.Exec(ctx, `LISTEN linnet_events`); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	s.publish(event.Event{})
	for {
		n, err := c.WaitForNotification(ctx)
		if err != nil {
			return fmt.Errorf("wait: %w", err)
		}
		if err := s.heard(ctx, n.Payload); err != nil {
			return err
		}
	}
}
