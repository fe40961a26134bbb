package server

import (
	"net/http"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"linnet/internal/edge/redirect"
)

// Metric is a value that another package provides.
type Metric struct {
	Name    string // with its unit, such as linnet_journal_bytes
	Help    string
	Counter bool // monotonic
	Read    func() float64
	Labels  map[string]string // constant; they distinguish metrics of one name
}

// metrics are served on a separate address. Label values are classes, statuses
// and outcomes, never text from a request.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	partsUp  *prometheus.GaugeVec

	redirects, pages, retries prometheus.Observer // visits by kind of response
}

// visitBuckets range from a cached link to a slow record store, in seconds.
var visitBuckets = []float64{ //nolint:gochecknoglobals // a constant list
	.00005, .0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5,
}

func newMetrics(cfg Config) *metrics {
	visitSeconds := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "linnet_visit_seconds",
		Help: "Duration of visits to short links by response: " +
			"a redirect, a page, or retry (unavailable, or too many attempts).",
		Buckets: visitBuckets,
	}, []string{"answer"})
	m := &metrics{
		redirects: visitSeconds.WithLabelValues("redirect"),
		pages:     visitSeconds.WithLabelValues("page"),
		retries:   visitSeconds.WithLabelValues("retry"),
		partsUp: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "linnet_check_up",
			Help: "1 while a readiness check succeeds, else 0.",
		}, []string{"check"}),
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "linnet_requests_total",
			Help: "Requests to the app and its API by class and status.",
		}, []string{"class", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "linnet_request_seconds",
			Help:    "Duration of requests to the app and its API.",
			Buckets: prometheus.DefBuckets,
		}, []string{"class"}),
	}
	build := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name:        "linnet_build_info",
		Help:        "Always 1; the labels hold the versions.",
		ConstLabels: prometheus.Labels{"version": cfg.Version, "go": runtime.Version()},
	}, func() float64 { return 1 })
	m.registry.MustRegister(m.requests, m.seconds, visitSeconds, m.partsUp, build, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), visits{cfg.Redirect})
	for _, metric := range cfg.Metrics {
		m.registry.MustRegister(metric.collector())
	}
	return m
}

func (m Metric) collector() prometheus.Collector {
	if m.Counter {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: m.Name, Help: m.Help, ConstLabels: m.Labels}, m.Read)
	}
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: m.Name, Help: m.Help, ConstLabels: m.Labels}, m.Read)
}

// up records the result of a readiness check.
func (m *metrics) up(check string, ok bool) {
	value := 0.0
	if ok {
		value = 1
	}
	m.partsUp.WithLabelValues(check).Set(value)
}

// observeVisit records the duration of a visit by the response's header.
func (m *metrics) observeVisit(response http.Header, took time.Duration) {
	switch {
	case len(response["Location"]) > 0:
		m.redirects.Observe(took.Seconds())
	case len(response["Retry-After"]) > 0:
		m.retries.Observe(took.Seconds())
	default:
		m.pages.Observe(took.Seconds())
	}
}

func (m *metrics) observe(class string, status int, took time.Duration) {
	m.requests.WithLabelValues(class, strconv.Itoa(status)).Inc()
	if class != classStream {
		m.seconds.WithLabelValues(class).Observe(took.Seconds())
	}
}

// operatorPage is the index of the metrics address.
const operatorPage = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Linnet: metrics</title>
<ul>
<li><a href="/metrics">/metrics</a>: Prometheus metrics
<li><a href="/readyz">/readyz</a>: readiness with the errors of failing checks
<li><a href="/healthz">/healthz</a>: liveness
</ul>
`

// operatorHandler serves the metrics address, which is not public.
func (s *Server) operatorHandler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET "+readyPath, s.serveDetails)
	mux.HandleFunc("GET "+healthPath, func(w http.ResponseWriter, _ *http.Request) { s.serveHealth(w) })
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		s.setSecurityHeaders(w.Header())
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(operatorPage))
	})
	return mux
}

// visits collects the redirect's own counters at scrape time, so that a visit
// costs one atomic addition.
type visits struct{ *redirect.Handler }

// Describe implements prometheus.Collector. Without descriptions, the registry checks the
// metrics when they are collected.
func (visits) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (v visits) Collect(ch chan<- prometheus.Metric) {
	outcome := prometheus.NewDesc("linnet_visits_total", "Visits to short links by outcome.", []string{"outcome"}, nil)
	for name, n := range v.Outcomes() {
		ch <- prometheus.MustNewConstMetric(outcome, prometheus.CounterValue, float64(n), name)
	}
	send := func(kind prometheus.ValueType, name, help string, value float64) {
		ch <- prometheus.MustNewConstMetric(prometheus.NewDesc(name, help, nil, nil), kind, value)
	}
	send(prometheus.CounterValue, "linnet_clicks_lost_total", "Clicks that the journal rejected.", float64(v.Lost()))
	send(prometheus.CounterValue, "linnet_visits_unavailable_total", "Visits answered with 503 because the records could not be read.",
		float64(v.Unavailable()))
	cached := v.Cached()
	send(prometheus.GaugeValue, "linnet_cached_links", "Compiled links in memory.", float64(cached.Links))
	send(prometheus.GaugeValue, "linnet_cached_link_bytes", "Memory of the compiled links.", float64(cached.Bytes))
	send(prometheus.GaugeValue, "linnet_cached_link_max_bytes", "Limit of linnet_cached_link_bytes.", float64(cached.MaxBytes))
	send(prometheus.GaugeValue, "linnet_cached_unknown_aliases", "Unknown aliases in memory.", float64(cached.Unknown))
}
