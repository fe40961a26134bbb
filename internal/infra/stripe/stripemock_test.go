package stripe_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stripe/stripe-mock/embedded"
	"github.com/stripe/stripe-mock/server"

	"linnet/internal/core/billing"
	"linnet/internal/core/plan"
	"linnet/internal/infra/stripe"
)

// stripeMock starts Stripe's own stripe-mock, which rejects requests that its API
// description does not allow, and returns its base URL.
func stripeMock(t *testing.T) string {
	t.Helper()
	spec, err := server.LoadSpec(embedded.OpenAPISpec, "")
	if err != nil {
		t.Fatal(err)
	}
	fixtures, err := server.LoadFixtures(embedded.OpenAPIFixtures, "")
	if err != nil {
		t.Fatal(err)
	}
	stub, err := server.NewStubServer(fixtures, spec, false, false)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(http.HandlerFunc(stub.HandleRequest))
	t.Cleanup(s.Close)
	return s.URL
}

// TestClient_RequestsMatchTheAPIDescription sends each request of the client to
// stripe-mock, whose responses are those of Stripe's description.
func TestClient_RequestsMatchTheAPIDescription(t *testing.T) {
	t.Parallel()
	url := stripeMock(t)
	c := stripe.New(stripe.Options{Key: "sk_test_123", URL: url})
	price := billing.Price{Plan: "BASIC", Period: billing.Monthly}
	change := billing.Change{Subscription: billing.Subscription{ID: "sub_1", ItemID: "si_1"}, To: price, At: time.Now()}
	for name, request := range map[string]func() error{
		"checkout of a new customer": func() error {
			_, err := c.Checkout(t.Context(), billing.Checkout{
				WorkspaceID: "wsp_1", Price: price, Email: "ada@example.com", Key: "k1",
				SuccessURL: "https://go.example.com/ok", CancelURL: "https://go.example.com/no",
			})
			return err
		},
		"checkout of a known customer": func() error {
			_, err := c.Checkout(t.Context(), billing.Checkout{
				WorkspaceID: "wsp_1", Price: price, CustomerID: "cus_1", Key: "k2",
				SuccessURL: "https://go.example.com/ok", CancelURL: "https://go.example.com/no",
			})
			return err
		},
		"portal":       func() error { _, err := c.Portal(t.Context(), "cus_1", "https://go.example.com/"); return err },
		"subscription": func() error { _, err := c.Subscription(t.Context(), "sub_1"); return err },
		"subscriptions": func() error {
			for _, err := range c.Subscriptions(t.Context()) {
				if err != nil {
					return err
				}
			}
			return nil
		},
		"preview":  func() error { _, err := c.Preview(t.Context(), change); return err },
		"change":   func() error { _, err := c.Change(t.Context(), change); return err },
		"cancel":   func() error { _, err := c.Cancel(t.Context(), "sub_1", true); return err },
		"resume":   func() error { _, err := c.Cancel(t.Context(), "sub_1", false); return err },
		"invoices": func() error { _, err := c.Invoices(t.Context(), "cus_1"); return err },
		"sync":     func() error { _, err := c.Sync(t.Context(), plan.BuiltIn()); return err },
	} {
		if err := request(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The test above shows something only if stripe-mock rejects other requests.
func TestStripeMock_RejectsUnknownParameters(t *testing.T) {
	t.Parallel()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, stripeMock(t)+"/v1/checkout/sessions", strings.NewReader("mode=subscription&colour=blue"))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer sk_test_123")
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusBadRequest {
		t.Errorf("status %d", response.StatusCode)
	}
}
