// Package httpapi is Linnet's JSON API under /api/v1: its operations, the
// shapes of their requests and responses, and their documentation. It
// translates between HTTP and the services, which hold the rules of the
// product.
//
// routes.go lists all operations; each noun has its own file. The machinery is
// in package apikit.
package httpapi

import (
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/clock"
	"linnet/internal/core/securitylog"
	"linnet/internal/core/throttle"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/apikit/reference"
)

// Prefix is the path below which the whole API is served.
const Prefix = "/api/v1"

// Services are the services that the operations call. Each interface is
// declared in the file of its noun.
type Services struct {
	Accounts       Accounts
	SecondFactors  SecondFactors
	Passkeys       Passkeys
	SingleSignOn   SingleSignOn
	SignOn         SignOn
	DataExports    DataExports
	APIKeys        APIKeys
	Webhooks       Webhooks
	AuditLog       AuditLog
	Workspaces     Workspaces
	Members        Members
	Links          Links
	Labels         Labels
	UTMConventions UTMConventionStore
	Domains        Domains
	DomainOverview DomainOverview
	QRCodes        QRCodes
	PublicQRCodes  PublicQRCodes
	QRArchives     QRArchives
	QRLooks        QRLooks
	QRPresets      QRPresets

	BioPages         BioPages
	BioPageRevisions BioPageRevisions
	BioPageResponses BioPageResponses
	BioPageConverter BioPageConverter
	BioPageSites     BioPageSites
	Media            MediaLibrary

	Analytics     Analytics
	ClickExports  ClickExports
	Clicks        ClickFeed
	Conversions   Conversions
	Shares        Shares
	SavedViews    SavedViews
	Retention     Retention
	Notifications Notifications
	Jobs          Jobs
	Transfers     Transfers
	Plans         Plans
	Usage         Usage
	Billing       Billing
	Operators     Operators
	Install       Install
}

// Deps are the dependencies of the API.
type Deps struct {
	Services
	// PublicURL is the install's own address. Short links have its scheme, and
	// requests from its pages are accepted.
	PublicURL *url.URL
	// ClientAddr returns the client's address of a request; it knows the
	// trusted proxies.
	ClientAddr func(*http.Request) netip.Addr
	// KnowsCities reports whether visitors' cities and regions are known.
	KnowsCities bool
	// Responses stores the responses to writes with an Idempotency-Key.
	Responses apikit.Responses
	// Attempts reports calls to other nodes, for the rate limit; nil: there are none.
	Attempts *throttle.Shared
	Clock    clock.Clock
	Log      *slog.Logger
	Security *securitylog.Log // may be nil
	// Version is the build's version in the document; empty: "dev".
	Version string
}

// API serves everything below Prefix. Create one with New.
type API struct {
	Services
	publicURL   *url.URL
	knowsCities bool
	version     string // of the build
	clock       clock.Clock

	router    func() *apikit.Router // registers the operations at the first call
	errors    *apikit.ErrorWriter
	streams   *apikit.Streams
	access    accessChanges
	heartbeat time.Duration // of streams
}

// New returns the API. Its operations and their schemas, 8 MB, are registered at the first request, in some 20 ms: a node
// that serves only redirects does not need them. The registration panics when an operation is described
// wrongly, which is a defect that no input causes.
func New(d Deps) *API {
	a := &API{
		Services: d.Services, publicURL: d.PublicURL, knowsCities: d.KnowsCities, version: d.Version, clock: d.Clock,
		errors:  &apikit.ErrorWriter{Log: d.Log, PlanURL: planURL(d.PublicURL), OnProblem: recordSecurityEvent(d.Security)},
		streams: apikit.NewStreams(maxStreams), heartbeat: apikit.HeartbeatEvery,
	}
	a.router = sync.OnceValue(func() *apikit.Router {
		router := apikit.New(apikit.Deps{
			Verified: verifiedOperations(),
			Prefix:   Prefix, Document: document(d.Version), Authenticator: authenticator{d.Accounts, d.APIKeys, d.Workspaces},
			Responses: d.Responses, TrustedOrigin: d.PublicURL, ClientAddr: d.ClientAddr, Attempts: d.Attempts,
			Clock: d.Clock, Errors: a.errors,
		})
		a.register(router)
		router.Complete()
		return router
	})
	return a
}

// planURL returns the page on which a workspace's plan can be changed.
func planURL(publicURL *url.URL) string {
	if publicURL == nil { // OpenAPI only needs the document
		return ""
	}
	return publicURL.JoinPath("/dashboard/settings/billing").String()
}

// ServeHTTP serves one request.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.router().ServeHTTP(w, r) }

// Reference returns the handler of the API's reference page.
func (a *API) Reference() http.Handler {
	return reference.Handler(func() *huma.OpenAPI { return a.router().OpenAPI() }, Prefix, a.errors.Log)
}

// Close ends the open streams, so that a shutdown does not wait for them. It
// may be called more than once.
func (a *API) Close() { a.streams.Close() }
