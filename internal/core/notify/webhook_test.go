package notify_test

import (
	"slices"
	"testing"
	"time"

	"linnet/internal/core/notify"
)

func TestService_WebhookDroppedNotifiesOnceADay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	drop := func(webhookID, host string, total int64, at time.Time) {
		t.Helper()
		if err := w.WebhookDropped(t.Context(), w.actor.WorkspaceID, webhookID, host, total, at); err != nil {
			t.Fatal(err)
		}
	}
	const title = "Webhook messages dropped: "
	first := w.clock.Now()
	drop("whk_a", "a.example", 3, first)
	drop("whk_a", "a.example", 900, first.Add(time.Hour))
	drop("whk_b", "b.example", 1, first)
	want := []string{title + "a.example *", title + "b.example *"} // the star marks unread ones
	if got := w.titles(t, w.actor); !slices.Equal(slices.Sorted(slices.Values(got)), want) {
		t.Errorf("on the first day %q, want %q", got, want)
	}
	w.clock.Advance(24 * time.Hour)
	drop("whk_a", "a.example", 3000, w.clock.Now())
	page, err := w.List(t.Context(), w.actor, notify.Filter{})
	if err != nil || len(page.Items) != 3 {
		t.Fatalf("on the second day %+v, %v", page.Items, err)
	}
	n := page.Items[0]
	const message = "3000 messages of this webhook were dropped so far, because too many were waiting for its receiver. " +
		"They are not sent later. Check whether the receiver responds."
	if n.Message() != message || n.Path() != "/dashboard/settings/webhooks" || n.Kind.Category() != notify.Webhooks {
		t.Errorf("%q at %s of %s, want %q", n.Message(), n.Path(), n.Kind.Category(), message)
	}
}
