package server

import (
	"net/http"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metric is a figure that another part of the node keeps.
type Metric struct {
	Name    string // with its unit, such as linnet_journal_bytes
	Help    string
	Counter bool // it only grows
	Read    func() float64
	Labels  map[string]string // fixed; metrics of one name differ in them
}

// metrics are served on an address of their own. No label holds anything that
// a visitor wrote: a label is a class, a status or an outcome.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	partsUp  *prometheus.GaugeVec

	redirected, shown, refused prometheus.Observer // visits by what they were answered with
}

// visitBuckets reach from a cached link to a record store that is slow, in
// seconds.
var visitBuckets = []float64{ //nolint:gochecknoglobals // a constant list
	.00005, .0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5,
}

func newMetrics(cfg Config) *metrics {
	visitSeconds := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "linnet_visit_seconds", Help: "How long visits to short links took, by what they were answered with: " +
			"a redirect, a page, or retry (unavailable, or too many tries).", Buckets: visitBuckets,
	}, []string{"answer"})
	m := &metrics{
		redirected: visitSeconds.WithLabelValues("redirect"), shown: visitSeconds.WithLabelValues("page"), refused: visitSeconds.WithLabelValues("retry"),
		partsUp: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "linnet_check_up", Help: "1 while a readiness check succeeds, else 0.",
		}, []string{"check"}),
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "linnet_requests_total", Help: "Requests to the app and its API by class and status.",
		}, []string{"class", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "linnet_request_seconds", Help: "How long requests to the app and its API took.", Buckets: prometheus.DefBuckets,
		}, []string{"class"}),
	}
	build := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "linnet_build_info", Help: "Always 1; the labels say what runs.",
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

// up notes the result of a readiness check.
func (m *metrics) up(check string, ok bool) {
	value := 0.0
	if ok {
		value = 1
	}
	m.partsUp.WithLabelValues(check).Set(value)
}

// observeVisit sorts a visit by the header of its answer.
func (m *metrics) observeVisit(answer http.Header, took time.Duration) {
	switch {
	case len(answer["Location"]) > 0:
		m.redirected.Observe(took.Seconds())
	case len(answer["Retry-After"]) > 0:
		m.refused.Observe(took.Seconds())
	default:
		m.shown.Observe(took.Seconds())
	}
}

func (m *metrics) observe(class string, status int, took time.Duration) {
	m.requests.WithLabelValues(class, strconv.Itoa(status)).Inc()
	if class != classStream {
		m.seconds.WithLabelValues(class).Observe(took.Seconds())
	}
}

// operatorPage lists what the metrics address serves.
const operatorPage = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Linnet: metrics</title>
<ul>
<li><a href="/metrics">/metrics</a>: Prometheus metrics
<li><a href="/readyz">/readyz</a>: readiness with the errors of failing checks
<li><a href="/healthz">/healthz</a>: whether the process lives
</ul>
`

// operatorHandler answers on the metrics address, which is not public.
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

// visits reads the redirect's own counters when it is asked, so that a visit
// pays for nothing but an addition.
type visits struct{ Redirect }

func (visits) descriptions() (outcome, lost, unavailable, links, absent *prometheus.Desc) {
	return prometheus.NewDesc("linnet_visits_total", "Visits to short links by what they led to.", []string{"outcome"}, nil),
		prometheus.NewDesc("linnet_clicks_lost_total", "Clicks that the journal did not take.", nil, nil),
		prometheus.NewDesc("linnet_visits_unavailable_total", "Visits without an answer because the records could not be read.", nil, nil),
		prometheus.NewDesc("linnet_cached_links", "Compiled links in memory.", nil, nil),
		prometheus.NewDesc("linnet_cached_unknown_aliases", "Unknown aliases in memory.", nil, nil)
}

// Describe implements prometheus.Collector.
func (v visits) Describe(ch chan<- *prometheus.Desc) {
	outcome, lost, unavailable, links, absent := v.descriptions()
	for _, d := range []*prometheus.Desc{outcome, lost, unavailable, links, absent} {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (v visits) Collect(ch chan<- prometheus.Metric) {
	outcome, lost, unavailable, links, absent := v.descriptions()
	for name, n := range v.Outcomes() {
		ch <- prometheus.MustNewConstMetric(outcome, prometheus.CounterValue, float64(n), name)
	}
	inMemory, unknown := v.Cached()
	ch <- prometheus.MustNewConstMetric(lost, prometheus.CounterValue, float64(v.Lost()))
	ch <- prometheus.MustNewConstMetric(unavailable, prometheus.CounterValue, float64(v.Unavailable()))
	ch <- prometheus.MustNewConstMetric(links, prometheus.GaugeValue, float64(inMemory))
	ch <- prometheus.MustNewConstMetric(absent, prometheus.GaugeValue, float64(unknown))
}
