// Package httpapi is Linnet's JSON API under /api/v1: its operations, the
// shapes of their requests and responses, and their documentation. It
// translates between HTTP and the services, which hold the rules of the
// product.
//
// routes.go lists all operations; each noun has its own file. The machinery is
// in package apikit.
package httpapi

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/clock"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/alert"
	"linnet/internal/core/analytics"
	"linnet/internal/core/apikey"
	"linnet/internal/core/audit"
	"linnet/internal/core/billing"
	"linnet/internal/core/click"
	"linnet/internal/core/conversion"
	"linnet/internal/core/dataexport"
	"linnet/internal/core/domain"
	"linnet/internal/core/dropin"
	"linnet/internal/core/idempotency"
	"linnet/internal/core/job"
	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/core/linkchange"
	"linnet/internal/core/media"
	"linnet/internal/core/member"
	"linnet/internal/core/notify"
	"linnet/internal/core/operator"
	"linnet/internal/core/page"
	"linnet/internal/core/page/sitematch"
	"linnet/internal/core/passkey"
	"linnet/internal/core/plan"
	"linnet/internal/core/qr"
	"linnet/internal/core/redirectcheck"
	"linnet/internal/core/retention"
	"linnet/internal/core/retrieval"
	"linnet/internal/core/savedview"
	"linnet/internal/core/scheduledreport"
	"linnet/internal/core/secondfactor"
	"linnet/internal/core/securitylog"
	"linnet/internal/core/share"
	"linnet/internal/core/singlesignon"
	"linnet/internal/core/transfer"
	"linnet/internal/core/utm"
	"linnet/internal/core/webhook"
	"linnet/internal/core/workspace"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/apikit/reference"
)

// Prefix is the path below which the whole API is served.
const Prefix = "/api/v1"

// Services are the services that the operations call.
type Services struct {
	Accounts       *account.Service
	SecondFactors  *secondfactor.Service
	Passkeys       *passkey.Service
	SingleSignOn   *singlesignon.Service
	DataExports    *dataexport.Service
	APIKeys        *apikey.Service
	Webhooks       *webhook.Service
	AuditLog       *audit.Service
	Workspaces     *workspace.Service
	PlanRequests   *workspace.PlanRequests
	Members        *member.Service
	Links          *link.Service
	Labels         *label.Service
	UTMConventions *utm.Service
	Domains        *domain.Service
	DomainOverview *domain.Overview
	QRCodes        *qr.Service
	PublicQRCodes  *qr.Public
	QRArchives     *qr.Archiver
	QRPresets      *qr.Presets
	BioPages       *page.Service
	BioPageSites   *sitematch.Service
	Media          *media.Service
	Analytics      *analytics.Service
	ClickExports   *analytics.Exporter
	Clicks         *click.Pipeline // publishes clicks as they arrive
	Conversions    *conversion.Service
	Shares         *share.Service
	SavedViews     *savedview.Service
	Reports        *scheduledreport.Service
	Alerts         *alert.Service
	Retention      *retention.Service
	Notifications  *notify.Service
	Jobs           *job.Service
	Transfers      *transfer.Service
	LinkChanges    *linkchange.Service
	Retrievals     *retrieval.Service
	RedirectChecks *redirectcheck.Service
	Plans          *plan.Catalog
	Billing        *billing.Service
	Operators      *operator.Service
	// ConvertBioPage returns the content of an export of another service. It blocks while
	// other exports of the workspace are converted.
	ConvertBioPage func(ctx context.Context, actor access.Actor, file []byte) (*page.Export, error)
	// Usage counts what plans limit, for an actor whose permissions were checked.
	Usage plan.Usage
	// Overview returns the state of the install and of this node.
	Overview func(context.Context) (operator.Overview, error)
	// Certificate returns the state of the TLS certificate of a host, a value of
	// domain.CertificateState.
	Certificate func(ctx context.Context, host string) string
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
	// Compat are the drop-in APIs that are switched on.
	Compat []dropin.API
	// Responses stores the responses to writes with an Idempotency-Key.
	Responses *idempotency.Service
	Limiter   *apikit.RateLimiter
	Clock     clock.Clock
	Log       *slog.Logger
	Security  *securitylog.Log // may be nil
	// Version is the build's version in the document; empty: "dev".
	Version string
}

// API serves everything below Prefix. Create one with New.
type API struct {
	Services
	publicURL   *url.URL
	knowsCities bool
	compat      []dropin.API
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
		Services:    d.Services,
		publicURL:   d.PublicURL,
		knowsCities: d.KnowsCities,
		compat:      d.Compat,
		version:     d.Version,
		clock:       d.Clock,
		streams:     apikit.NewStreams(maxStreams),
		heartbeat:   apikit.HeartbeatEvery,
	}
	a.errors = new(NewErrorWriter(d.Log, d.PublicURL, d.Security))
	a.router = sync.OnceValue(func() *apikit.Router {
		router := apikit.New(apikit.Deps{
			Verified:      verifiedOperations(),
			Prefix:        Prefix,
			Document:      document(d.Version),
			Authenticator: NewAuthenticator(d.Accounts, d.APIKeys, d.Workspaces, ""),
			Responses:     d.Responses,
			TrustedOrigin: d.PublicURL,
			ClientAddr:    d.ClientAddr,
			Limiter:       d.Limiter,
			Reached:       a.reached,
			Clock:         d.Clock,
			Errors:        a.errors,
		})
		a.register(router)
		router.Complete()
		return router
	})
	return a
}

// NewErrorWriter returns the writer of the problem documents of an install.
func NewErrorWriter(log *slog.Logger, publicURL *url.URL, security *securitylog.Log) apikit.ErrorWriter {
	planURL := func(workspaceID string) string {
		return publicURL.JoinPath(workspace.PagePath(workspaceID, "/dashboard/settings/billing")).String()
	}
	return apikit.ErrorWriter{Log: log, PlanURL: planURL, OnProblem: recordSecurityEvent(security)}
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
