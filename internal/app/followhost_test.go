package app

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/infra/certs"
)

// hostOwner returns the same result for each host.
type hostOwner struct {
	certs.Hosts
	err error
}

func (h hostOwner) TLSOwner(context.Context, string) (string, error) { return "wsp_a", h.err }

// recordedOrders records the calls of followHost.
type recordedOrders struct{ calls []string }

func (o *recordedOrders) Ensure(_ context.Context, host string) error {
	o.calls = append(o.calls, "ensure "+host)
	return nil
}

func (o *recordedOrders) Forget(host string) { o.calls = append(o.calls, "forget "+host) }

func TestFollowHost_EvictsOnlyHostsThatTheRecordsDoNotHave(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		want []string
	}{
		"served":              {nil, []string{"ensure go.brand.example"}},
		"not served":          {fault.New(fault.NotFound, "There is no such domain."), []string{"forget go.brand.example"}},
		"records unavailable": {fault.New(fault.Unavailable, "The records cannot be reached."), nil},
		"unknown error":       {errors.New("connection reset"), nil},
	} {
		var orders recordedOrders
		followHost(t.Context(), &orders, hostOwner{err: c.err}, "go.brand.example", slog.New(slog.DiscardHandler))
		if !slices.Equal(orders.calls, c.want) {
			t.Errorf("%s: %v, want %v", name, orders.calls, c.want)
		}
	}
}
