// Package httpapi is Linnet's API under /api/v1: what clients may ask, in
// which shape, and who may ask it. It translates and holds no rule of the
// product; the services behind the interfaces that it declares do.
//
// routes.go is the table of contents; each noun has one file.
package httpapi

import (
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"linnet/internal/base/clock"
	"linnet/internal/core/securitylog"
	"linnet/internal/core/throttle"
)

// Prefix is the path below which the whole API lives.
const Prefix = "/api/v1"

// Services is what the operations ask. Each interface stands in the file of
// its noun.
type Services struct {
	Accounts      Accounts
	Profiles      Profiles
	Workspaces    Workspaces
	Links         Links
	Simulator     Simulator
	Many          ManyLinks
	History       LinkHistory
	Labels        Labels
	UTMRules      UTMRules
	Domains       Domains
	QRCodes       QRCodes
	Analytics     Analytics
	Conversions   Conversions
	Exports       Exports
	Shares        Shares
	SharedPages   SharedPages
	Clicks        ClickFeed
	Plans         Plans
	Views         Views
	Tombstones    Tombstones
	Retention     Retention
	Notifications Notifications
	Jobs          Jobs
	Transfers     Transfers
}

// Options is what the API needs beside the services.
type Options struct {
	Services
	// PublicURL is the install's own address; short links take its scheme, and
	// its pages may call.
	PublicURL *url.URL
	// ClientAddr tells the address a request comes from; it knows which
	// proxies to believe.
	ClientAddr func(*http.Request) netip.Addr
	// KnowsCities says that visitors' cities and regions are known.
	KnowsCities bool
	Clock       clock.Clock
	Log         *slog.Logger
	Security    *securitylog.Log // may be nil
	// Version is the build's, for the document; empty: "dev".
	Version string
}

// API answers everything below Prefix. Make one with New.
type API struct {
	Services
	publicURL   *url.URL
	knowsCities bool
	clientAddr  func(*http.Request) netip.Addr
	clock       clock.Clock
	log         *slog.Logger
	security    *securitylog.Log

	huma    huma.API
	mux     *http.ServeMux
	handler http.Handler

	budgets *throttle.Limiter
	replays *replays
	streams *streams

	listParams  map[string][]string     // see checkQuery; by operation, such as "GET /links"
	bodySchemas map[string]*huma.Schema // see checkBody

	document func() ([]byte, error)
}

// New wires the API. It panics when an operation is described wrongly, which
// is a defect that no input can cause.
func New(o Options) *API {
	useOurWords()
	a := &API{
		Services: o.Services, publicURL: o.PublicURL, knowsCities: o.KnowsCities, clientAddr: o.ClientAddr, clock: o.Clock, log: o.Log, security: o.Security,
		mux: http.NewServeMux(), budgets: newBudgets(o.Clock), replays: newReplays(o.Clock), streams: newStreams(),
	}
	a.huma = humago.NewWithPrefix(a.mux, Prefix, humaConfig())
	a.routes()
	finishDocument(a.huma.OpenAPI(), o.Version)
	a.listParams, a.bodySchemas = listParamsOf(a.huma.OpenAPI()), bodySchemasOf(a.huma.OpenAPI())
	a.document = sync.OnceValues(func() ([]byte, error) { return render(a.huma.OpenAPI()) })
	a.mux.HandleFunc("GET "+Prefix+"/openapi.json", a.serveDocument)
	a.handler = a.chain()
	return a
}

// ServeHTTP answers one call.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.handler.ServeHTTP(w, r) }

// Close ends the open streams, so that a shutdown need not wait for clients
// that listen for ever. It may be called more than once.
func (a *API) Close() { a.streams.close() }

// humaConfig holds no hooks: nothing is added to our answers, and the document
// and its pages are served by us or not at all.
func humaConfig() huma.Config {
	config := huma.DefaultConfig("Linnet", "1")
	config.CreateHooks = nil
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", ""
	config.AllowAdditionalPropertiesByDefault = true
	config.Formats = map[string]huma.Format{"application/json": jsonFormat(), "json": jsonFormat()}
	return config
}

// chain is what each call passes, from the outside in.
func (a *API) chain() http.Handler {
	h := http.Handler(a.mux)
	for _, layer := range []func(http.Handler) http.Handler{
		a.replay,       // the same Idempotency-Key gets the same answer
		a.checkBody,    // the shape of its body, and fields that the operation ignores
		a.authenticate, // who is calling, in which workspace, within which budget
		a.checkRequest, // its origin, its content type and the size of its body
		a.compress,
		a.findOperation,
		a.survive, // a panic is one answer, not the end
		a.identify,
	} {
		h = layer(h)
	}
	return h
}
