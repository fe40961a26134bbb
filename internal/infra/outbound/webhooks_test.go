package outbound_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	sdk "go.opentelemetry.io/otel/sdk/trace"

	"linnet/internal/base/fault"
	"linnet/internal/core/webhook"
	"linnet/internal/infra/outbound"
)

func loopback() []netip.Prefix { return []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} }

func TestWebhookClient_FollowsNoRedirects(t *testing.T) {
	t.Parallel()
	hits := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hits++
		http.Redirect(w, r, "/next", http.StatusTemporaryRedirect)
	}))
	defer s.Close()
	got, err := outbound.NewWebhookClient("Linnet", loopback()).Post(t.Context(), s.URL, map[string]string{"webhook-id": "evt_1"}, []byte("{}"))
	if err != nil || got.Status != http.StatusTemporaryRedirect || hits != 1 {
		t.Errorf("%+v, %v, %d requests", got, err, hits)
	}
}

func TestWebhookClient_ExcerptIsBoundedText(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "no\x00thing\x1b[31m\n", r.Header.Get("webhook-id"), "\xff", strings.Repeat("ü", webhook.MaxExcerpt))
	}))
	defer s.Close()
	got, err := outbound.NewWebhookClient("Linnet", loopback()).Post(t.Context(), s.URL, map[string]string{"webhook-id": "evt_1"}, []byte("{}"))
	if err != nil || len(got.Excerpt) > webhook.MaxExcerpt || !strings.HasPrefix(got.Excerpt, "nothing[31m\nevt_1üü") {
		t.Errorf("%q, %v", got.Excerpt, err)
	}
}

func TestWebhookClient_PassesTheTraceOn(t *testing.T) {
	t.Parallel()
	parents := make(chan string, 2)
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { parents <- r.Header.Get("Traceparent") }))
	defer s.Close()
	post := func(ctx context.Context) string {
		if _, err := outbound.NewWebhookClient("Linnet", loopback()).Post(ctx, s.URL, nil, []byte("{}")); err != nil {
			t.Fatal(err)
		}
		return <-parents
	}
	ctx, span := sdk.NewTracerProvider().Tracer("test").Start(t.Context(), "task")
	defer span.End()
	of := span.SpanContext()
	if got, want := post(ctx), "00-"+of.TraceID().String()+"-"+of.SpanID().String()+"-01"; got != want {
		t.Errorf("the receiver gets %q, want %q", got, want)
	}
	if got := post(t.Context()); got != "" {
		t.Errorf("without a trace the receiver gets %q", got)
	}
}

func TestWebhookClient_RefusesPrivateNetworksAndPlainHTTP(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	defer secure.Close()
	other := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	for name, c := range map[string]struct {
		allow []netip.Prefix
		url   string
		code  fault.Code
	}{
		"plain HTTP without networks":      {nil, s.URL, fault.Invalid},
		"plain HTTP to another network":    {other, s.URL, fault.Invalid},
		"HTTPS to a private network":       {nil, secure.URL, fault.Invalid},
		"HTTPS with another certificate":   {loopback(), secure.URL, fault.Unavailable},
		"plain HTTP to the public network": {other, "http://1.1.1.1/", fault.Invalid},
	} {
		_, err := outbound.NewWebhookClient("Linnet", c.allow).Post(t.Context(), c.url, nil, nil)
		if !fault.Is(err, c.code) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
