package records

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"linnet/internal/base/loop"
)

// reconnectAfter is the wait before Listen connects again.
const reconnectAfter = time.Second

// Listen publishes the events of other nodes until ctx ends, each within a second.
// With SQLite there are none, and it only waits.
func (s *Store) Listen(ctx context.Context, log *slog.Logger) {
	if s.d.notify == "" {
		<-ctx.Done()
		return
	}
	var working sync.WaitGroup
	working.Go(loop.Task{Name: "event follower", Every: followEvery, Wake: s.follower.woken, Log: log, Do: s.follow}.In(ctx))
	working.Go(loop.Task{Name: "event listener", Every: reconnectAfter, Log: log, Do: s.listenOnce}.In(ctx))
	working.Wait()
}

// listenOnce receives notifications until its connection breaks. It does not use a
// pooled connection, which may be closed or reused between two notifications.
func (s *Store) listenOnce(ctx context.Context) error {
	c, err := pgx.Connect(ctx, s.url)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer c.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing was written on it
	if _, err := c.Exec(ctx, `LISTEN linnet_events`); err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	s.follower.wake()
	for {
		n, err := c.WaitForNotification(ctx)
		if err != nil {
			return fmt.Errorf("wait: %w", err)
		}
		if err := s.receive(ctx, n.Payload); err != nil {
			return err
		}
	}
}
