package records

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"linnet/internal/base/fault"
)

func TestHangWatch_EndsStatementsWhenThePingHangs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var pings atomic.Int64
		w := &hangWatch{after: hangAfter, timeout: hangTimeout, ping: func(ctx context.Context) error {
			pings.Add(1)
			<-ctx.Done()
			return ctx.Err()
		}}
		began := time.Now()
		for range 20 {
			ctx, stop := w.guard(t.Context())
			defer stop()
			defer func() {
				<-ctx.Done()
				if err := hangCause(ctx, ctx.Err()); !fault.Is(err, fault.Unavailable) {
					t.Errorf("the statement ended with %v", err)
				}
				if took := time.Since(began); took != hangAfter+hangTimeout {
					t.Errorf("the statement ended after %v, want %v", took, hangAfter+hangTimeout)
				}
			}()
		}
		time.Sleep(hangAfter + hangTimeout/2)
		if n := pings.Load(); n != 1 {
			t.Errorf("%d pings for 20 statements, want 1", n)
		}
	})
}

func TestHangWatch_LeavesASlowStatementAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &hangWatch{after: hangAfter, timeout: hangTimeout, ping: func(context.Context) error { return nil }}
		ctx, stop := w.guard(t.Context())
		time.Sleep(time.Hour)
		if ctx.Err() != nil {
			t.Errorf("a statement of an hour was ended: %v", context.Cause(ctx))
		}
		stop()
	})
}
