package records

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"linnet/internal/core/event"
)

// relisten is how long Listen waits before it tries a broken connection again.
const relisten = time.Second

// Listen passes on what other nodes do, until ctx ends. With SQLite there are
// no other nodes, and it only waits. Whenever the connection had to be made
// anew, subscribers get the zero Event first, because nobody listened meanwhile.
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
		log.Warn("no news from other nodes; connecting again", "error", err)
		select {
		case <-ctx.Done():
			return
		case <-time.After(relisten):
		}
	}
}

// listenOnce holds a connection of its own: a pooled one may be closed or lent
// to somebody else between two notifications.
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
