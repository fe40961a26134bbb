package cli

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"linnet/internal/config"
	"linnet/internal/testkit/teststripe"
)

// TestNode_UpgradesThroughCheckout reaches a limit of the plan, pays for a larger one
// and delivers the webhook twice.
func TestNode_UpgradesThroughCheckout(t *testing.T) {
	t.Parallel()
	stripe := teststripe.New(t)
	origin := start(t, func(cfg *config.Config) {
		cfg.StripeKey, cfg.StripeWebhookSecret, cfg.StripeURL = "sk_test_secret", teststripe.WebhookSecret, stripe.URL
	})
	var out, errs bytes.Buffer
	if code := Main(t.Context(), []string{
		"billing", "sync", "--data", t.TempDir(), "--stripe-key", "sk_test_secret", "--stripe-webhook-secret", teststripe.WebhookSecret,
		"--stripe-url", stripe.URL,
	}, &out, &errs); code != 0 || !strings.Contains(out.String(), "linnet_basic_monthly") {
		t.Fatalf("%d %s %s", code, out.String(), errs.String())
	}
	ada := signUp(t, origin)
	ada.call(http.MethodPost, "/domains", map[string]any{"host": "first.example.org"}, http.StatusCreated, nil)
	var full struct{ Quota struct{ Name, URL string } }
	ada.call(http.MethodPost, "/domains", map[string]any{"host": "second.example.org"}, http.StatusPaymentRequired, &full)
	if full.Quota.Name != "domains" || !strings.HasSuffix(full.Quota.URL, "/settings/billing") || !strings.HasPrefix(full.Quota.URL, origin+"/dashboard/w/wsp_") {
		t.Errorf("quota %+v", full.Quota)
	}
	var page struct{ URL string }
	basic := map[string]any{"package": "BASIC", "period": "monthly"}
	ada.call(http.MethodPost, "/workspaces/current/billing/checkout", basic, http.StatusOK, &page)
	sub := stripe.Pay(t, page.URL)
	hook := origin + "/webhooks/stripe"
	for range 2 {
		if status := stripe.Send(t, hook, "evt_1", "customer.subscription.created", sub); status != http.StatusOK {
			t.Fatalf("webhook: %d", status)
		}
	}
	var state struct {
		Plan         string
		Subscription struct{ Status string }
	}
	for deadline := time.Now().Add(20 * time.Second); state.Plan != "BASIC"; {
		if time.Now().After(deadline) {
			t.Fatalf("the plan is %+v", state)
		}
		ada.call(http.MethodGet, "/workspaces/current/billing", nil, http.StatusOK, &state)
	}
	ada.call(http.MethodPost, "/domains", map[string]any{"host": "second.example.org"}, http.StatusCreated, nil)

	forged, err := http.Post(hook, "application/json", strings.NewReader(`{"id":"evt_2"}`)) //nolint:noctx // a test
	if err != nil {
		t.Fatal(err)
	}
	forged.Body.Close()
	if forged.StatusCode != http.StatusBadRequest {
		t.Errorf("a forged event: %d", forged.StatusCode)
	}
	huge, err := http.Post(hook, "application/json", strings.NewReader(strings.Repeat("x", 2<<20))) //nolint:noctx // a test
	if err == nil {
		huge.Body.Close()
		if huge.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("a huge event: %d", huge.StatusCode)
		}
	}
}

func TestMain_BillingNeedsStripe(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"sync", "reconcile"} {
		var out, errs bytes.Buffer
		if code := Main(t.Context(), []string{"billing", command, "--data", t.TempDir()}, &out, &errs); code != 1 ||
			!strings.Contains(errs.String(), "LINNET_STRIPE_KEY") {
			t.Errorf("%s: %d %s", command, code, errs.String())
		}
	}
}
