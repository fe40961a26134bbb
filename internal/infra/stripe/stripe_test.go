package stripe_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v83/webhook"

	"linnet/internal/base/fault"
	"linnet/internal/core/billing"
	"linnet/internal/core/plan"
	"linnet/internal/infra/stripe"
	"linnet/internal/testkit/teststripe"
)

func TestClient_ParsesRecordedEvents(t *testing.T) {
	t.Parallel()
	c := stripe.New(stripe.Options{WebhookSecret: teststripe.WebhookSecret})
	for file, want := range map[string]billing.ProviderEvent{
		"subscription_updated.json":   {ID: "evt_1", Type: "customer.subscription.updated", SubscriptionID: "sub_1", WorkspaceID: "wsp_1"},
		"invoice_payment_failed.json": {ID: "evt_2", Type: "invoice.payment_failed", SubscriptionID: "sub_1", WorkspaceID: "wsp_1"},
		"invoice_paid_2024.json":      {ID: "evt_3", Type: "invoice.paid", SubscriptionID: "sub_1"},
		"checkout_completed.json":     {ID: "evt_4", Type: "checkout.session.completed", SubscriptionID: "sub_1", WorkspaceID: "wsp_1"},
		"product_updated.json":        {ID: "evt_5", Type: "product.updated"},
	} {
		body, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		signed := webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: body, Secret: teststripe.WebhookSecret})
		if got, err := c.ParseEvent(signed.Payload, signed.Header); err != nil || got != want {
			t.Errorf("%s: %+v, %v", file, got, err)
		}
	}
}

func TestClient_RejectsForgedEvents(t *testing.T) {
	t.Parallel()
	c := stripe.New(stripe.Options{WebhookSecret: teststripe.WebhookSecret})
	body := []byte(`{"id":"evt_1","object":"event","type":"invoice.paid","data":{"object":{}}}`)
	sign := func(secret string, at time.Time) string {
		return webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: body, Secret: secret, Timestamp: at}).Header
	}
	for name, signature := range map[string]string{
		"no signature":   "",
		"another secret": sign("whsec_other", time.Now()),
		"an hour old":    sign(teststripe.WebhookSecret, time.Now().Add(-time.Hour)),
		"an hour ahead":  sign(teststripe.WebhookSecret, time.Now().Add(time.Hour)),
		"another body":   webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: []byte(`{}`), Secret: teststripe.WebhookSecret}).Header,
	} {
		if _, err := c.ParseEvent(body, signature); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestClient_SyncCreatesAndReplacesPrices(t *testing.T) {
	t.Parallel()
	fake := teststripe.New(t)
	c := stripe.New(stripe.Options{Key: "sk_test", URL: fake.URL})
	count := func(plans *plan.Catalog) (created int, keys []string) {
		all, err := c.Sync(t.Context(), plans)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range all {
			keys = append(keys, s.LookupKey)
			if s.Created {
				created++
			}
		}
		return created, keys
	}
	created, keys := count(plan.BuiltIn())
	want := "linnet_basic_monthly linnet_basic_yearly linnet_professional_monthly linnet_professional_yearly linnet_business_monthly linnet_business_yearly"
	if created != 6 || strings.Join(keys, " ") != want {
		t.Errorf("%d created: %q", created, keys)
	}
	if created, _ := count(plan.BuiltIn()); created != 0 {
		t.Errorf("%d created again", created)
	}
	// A subscription to a replaced price is still one to its plan.
	page, err := c.Checkout(t.Context(), billing.Checkout{WorkspaceID: "wsp_1", Price: billing.Price{Plan: plan.Basic, Period: billing.Monthly}})
	if err != nil {
		t.Fatal(err)
	}
	id := fake.Pay(t, page)
	dearer, err := plan.Load(strings.NewReader(`{"packages": [
		{"name": "FREE", "monthly": "$0", "yearly": "$0", "limits": {"links": 1, "clicksPerMonth": 1, "domains": 1, "members": 1, "retentionDays": 1, "bioPages": 1}},
		{"name": "BASIC", "monthly": "$10", "yearly": "$91", "limits": {"links": 1, "clicksPerMonth": 1, "domains": 1, "members": 1, "retentionDays": 1, "bioPages": 1}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if created, _ := count(dearer); created != 1 {
		t.Errorf("%d created for one changed price", created)
	}
	sub, err := c.Subscription(t.Context(), id)
	if err != nil || sub.Price != (billing.Price{Plan: plan.Basic, Period: billing.Monthly}) {
		t.Errorf("%+v, %v", sub, err)
	}
}

func TestClient_ErrorsHaveCodes(t *testing.T) {
	t.Parallel()
	fake := teststripe.New(t)
	c := stripe.New(stripe.Options{Key: "sk_test", URL: fake.URL})
	if _, err := c.Subscription(t.Context(), "sub_none"); !fault.Is(err, fault.NotFound) {
		t.Errorf("an unknown subscription: %v", err)
	}
	if _, err := c.Checkout(t.Context(), billing.Checkout{Price: billing.Price{Plan: plan.Basic, Period: billing.Monthly}}); !fault.Is(err, fault.Unavailable) {
		t.Errorf("without prices: %v", err)
	}
	closed := stripe.New(stripe.Options{Key: "sk_test", URL: "http://127.0.0.1:1"})
	if _, err := closed.Subscription(t.Context(), "sub_1"); !fault.Is(err, fault.Unavailable) {
		t.Errorf("unreachable: %v", err)
	}
}
