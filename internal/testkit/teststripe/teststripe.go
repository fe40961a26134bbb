// Package teststripe is a Stripe that keeps its state in memory, for tests: products,
// prices, checkout sessions, subscriptions and invoices, and signed webhooks.
package teststripe

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v83/webhook"
)

// WebhookSecret signs the events.
const WebhookSecret = "whsec_test"

// Object is a resource of the API.
type Object = map[string]any

// Stripe is the fake. Its methods are safe for concurrent use.
type Stripe struct {
	// URL is the base of its API.
	URL string
	// Now is the time of new objects; nil: the system's.
	Now func() time.Time

	mu         sync.Mutex
	objects    map[string]Object // by id
	idempotent map[string]Object // responses by idempotency key
	created    int
	failures   int // requests to fail
}

// New starts a Stripe that stops with the test.
func New(t testing.TB) *Stripe {
	t.Helper()
	s := &Stripe{objects: map[string]Object{}, idempotent: map[string]Object{}}
	server := httptest.NewServer(s.routes())
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

func (s *Stripe) routes() *http.ServeMux {
	mux := http.NewServeMux()
	for pattern, handle := range map[string]func(r *http.Request) (Object, int){
		"GET /v1/prices":                   s.listPrices,
		"POST /v1/prices":                  s.createPrice,
		"GET /v1/products/{id}":            s.get,
		"POST /v1/products":                s.createProduct,
		"POST /v1/checkout/sessions":       s.createSession,
		"POST /v1/billing_portal/sessions": s.createPortal,
		"GET /v1/subscriptions":            s.listSubscriptions,
		"GET /v1/subscriptions/{id}":       s.get,
		"POST /v1/subscriptions/{id}":      s.updateSubscription,
		"POST /v1/invoices/create_preview": s.preview,
		"GET /v1/invoices":                 s.listInvoices,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			body, status := s.serve(r, handle)
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_ = json.NewEncoder(w).Encode(body)
		})
	}
	return mux
}

func (s *Stripe) serve(r *http.Request, handle func(*http.Request) (Object, int)) (Object, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := r.ParseForm(); err != nil {
		return failure("bad form"), http.StatusBadRequest
	}
	if s.failures > 0 {
		s.failures--
		return failure("down"), http.StatusInternalServerError
	}
	key := r.Header.Get("Idempotency-Key")
	if known, ok := s.idempotent[key]; ok && key != "" {
		return known, http.StatusOK
	}
	body, status := handle(r)
	if key != "" && status == http.StatusOK {
		s.idempotent[key] = body
	}
	return body, status
}

// FailNext fails the next n requests with 500.
func (s *Stripe) FailNext(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failures = n
}

func failure(message string) Object {
	return Object{"error": Object{"type": "invalid_request_error", "message": message}}
}

func notFound() (Object, int) {
	return Object{"error": Object{"type": "invalid_request_error", "code": "resource_missing"}}, http.StatusNotFound
}

func (s *Stripe) now() time.Time {
	if s.Now != nil {
		return s.Now()
	}
	return time.Now()
}

// add stores an object with a new id, unless it has one.
func (s *Stripe) add(prefix string, o Object) Object {
	s.created++
	if o["id"] == nil {
		o["id"] = fmt.Sprintf("%s_%d", prefix, s.created)
	}
	o["created"] = s.now().Unix() + int64(s.created) // distinct
	s.objects[o["id"].(string)] = o
	return o
}

func (s *Stripe) get(r *http.Request) (Object, int) {
	if o, ok := s.objects[r.PathValue("id")]; ok {
		return o, http.StatusOK
	}
	return notFound()
}

func list(items []Object) (Object, int) {
	return Object{"object": "list", "data": items, "has_more": false}, http.StatusOK
}

// of returns the objects of a kind, oldest first.
func (s *Stripe) of(kind string) []Object {
	all := []Object{}
	for _, o := range s.objects {
		if o["object"] == kind {
			all = append(all, o)
		}
	}
	slices.SortFunc(all, func(a, b Object) int { return int(a["created"].(int64) - b["created"].(int64)) })
	return all
}

func (s *Stripe) listPrices(r *http.Request) (Object, int) {
	var found []Object
	for _, p := range s.of("price") {
		if p["lookup_key"] == r.Form.Get("lookup_keys[0]") {
			found = append(found, p)
		}
	}
	return list(found)
}

func (s *Stripe) createProduct(r *http.Request) (Object, int) {
	return s.add("prod", Object{"object": "product", "id": r.Form.Get("id"), "name": r.Form.Get("name")}), http.StatusOK
}

func (s *Stripe) createPrice(r *http.Request) (Object, int) {
	var amount int64
	_, _ = fmt.Sscan(r.Form.Get("unit_amount"), &amount)
	for _, p := range s.of("price") { // transfer_lookup_key
		if p["lookup_key"] == r.Form.Get("lookup_key") {
			p["lookup_key"] = nil
		}
	}
	return s.add("price", Object{
		"object": "price", "lookup_key": r.Form.Get("lookup_key"), "unit_amount": amount, "currency": r.Form.Get("currency"),
		"metadata": Object{"linnet_price": r.Form.Get("metadata[linnet_price]")}, "active": true,
	}), http.StatusOK
}

func (s *Stripe) createSession(r *http.Request) (Object, int) {
	session := s.add("cs", Object{
		"object": "checkout.session", "client_reference_id": r.Form.Get("client_reference_id"), "price": r.Form.Get("line_items[0][price]"),
		"customer": r.Form.Get("customer"), "tax_id_collection": Object{"enabled": r.Form.Get("tax_id_collection[enabled]") == "true"},
		"metadata": Object{"linnet_workspace": r.Form.Get("subscription_data[metadata][linnet_workspace]")},
	})
	session["url"] = s.URL + "/pay/" + session["id"].(string)
	return session, http.StatusOK
}

func (s *Stripe) createPortal(r *http.Request) (Object, int) {
	return Object{"object": "billing_portal.session", "url": s.URL + "/portal/" + r.Form.Get("customer")}, http.StatusOK
}

// Pay completes the checkout session of a URL, and returns the subscription's id.
func (s *Stripe) Pay(t testing.TB, checkout string) string {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	u, err := url.Parse(checkout)
	if err != nil {
		t.Fatal(err)
	}
	session, ok := s.objects[strings.TrimPrefix(u.Path, "/pay/")]
	if !ok {
		t.Fatalf("no checkout session %s", checkout)
	}
	if session["customer"] == "" {
		session["customer"] = s.add("cus", Object{"object": "customer"})["id"]
	}
	sub := s.add("sub", Object{
		"object": "subscription", "status": "active", "customer": session["customer"], "metadata": session["metadata"],
		"cancel_at_period_end": false,
		"items": Object{"object": "list", "data": []Object{{
			"id": "si_1", "object": "subscription_item", "price": s.objects[session["price"].(string)],
			"current_period_end": s.now().AddDate(0, 1, 0).Unix(),
		}}},
	})
	session["subscription"] = sub["id"]
	s.invoice(sub)
	return sub["id"].(string)
}

func (s *Stripe) invoice(sub Object) {
	price := item(sub)["price"].(Object)
	id := s.add("in", Object{
		"object": "invoice", "number": fmt.Sprintf("LNT-%04d", s.created), "customer": sub["customer"], "total": price["unit_amount"],
		"currency": "usd", "status": "paid", "hosted_invoice_url": "https://invoice.example/" + sub["id"].(string),
	})
	details := Object{"subscription": sub["id"], "metadata": sub["metadata"]}
	id["parent"] = Object{"type": "subscription_details", "subscription_details": details}
}

func item(sub Object) Object { return sub["items"].(Object)["data"].([]Object)[0] }

func (s *Stripe) listSubscriptions(*http.Request) (Object, int) {
	all := s.of("subscription")
	slices.Reverse(all)
	return list(all)
}

func (s *Stripe) updateSubscription(r *http.Request) (Object, int) {
	sub, ok := s.objects[r.PathValue("id")]
	if !ok {
		return notFound()
	}
	if price := r.Form.Get("items[0][price]"); price != "" {
		item(sub)["price"] = s.objects[price]
		s.invoice(sub)
	}
	if cancel := r.Form.Get("cancel_at_period_end"); cancel != "" {
		sub["cancel_at_period_end"] = cancel == "true"
	}
	return maps.Clone(sub), http.StatusOK
}

func (s *Stripe) preview(r *http.Request) (Object, int) {
	price, ok := s.objects[r.Form.Get("subscription_details[items][0][price]")]
	sub, known := s.objects[r.Form.Get("subscription")]
	if !ok || !known {
		return notFound()
	}
	amount, credit := price["unit_amount"].(int64), item(sub)["price"].(Object)["unit_amount"].(int64)
	return Object{"object": "invoice", "currency": "usd", "amount_due": amount - credit, "lines": Object{"object": "list", "data": []Object{
		{"description": "Unused time", "amount": -credit}, {"description": "Remaining time", "amount": amount},
	}}}, http.StatusOK
}

func (s *Stripe) listInvoices(r *http.Request) (Object, int) {
	var found []Object
	for _, i := range s.of("invoice") {
		if i["customer"] == r.Form.Get("customer") {
			found = append(found, i)
		}
	}
	slices.Reverse(found)
	return list(found)
}

// Set changes fields of an object, as Stripe does when time passes.
func (s *Stripe) Set(id string, fields Object) {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.Copy(s.objects[id], fields)
}

// Delete removes an object.
func (s *Stripe) Delete(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.objects, id)
}

// Event returns the signed body of an event about an object, and its signature.
func (s *Stripe) Event(t testing.TB, eventID, kind, objectID string) (body []byte, signature string) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	body, err := json.Marshal(Object{
		"id": eventID, "object": "event", "type": kind, "api_version": "2020-08-27", "created": s.now().Unix(),
		"data": Object{"object": s.objects[objectID]},
	})
	if err != nil {
		t.Fatal(err)
	}
	signed := webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: body, Secret: WebhookSecret})
	return signed.Payload, signed.Header
}

// Send posts an event to a webhook endpoint and returns the status.
func (s *Stripe) Send(t testing.TB, endpoint, eventID, kind, objectID string) int {
	t.Helper()
	body, signature := s.Event(t, eventID, kind, objectID)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, endpoint, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Stripe-Signature", signature)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}
