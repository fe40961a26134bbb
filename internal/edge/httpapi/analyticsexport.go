package httpapi

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/csvsafe"
	"linnet/internal/base/fault"
	"linnet/internal/core/analytics"
	"linnet/internal/edge/apikit"
)

const (
	csvType     = "text/csv; charset=utf-8"
	parquetType = "application/vnd.apache.parquet"
)

type exportInput struct {
	Format  string    `query:"format" enum:"csv,parquet" default:"csv"`
	GroupBy []groupBy `query:"groupBy" maxItems:"1" doc:"Export a table of statistics instead of clicks."`
	PeriodParams
	FilterParams
	Granularity string `query:"granularity" enum:"minute,hour,day,week,month" doc:"The buckets, for groupBy=timeseries."`
	Limit       int    `query:"limit" minimum:"1" maximum:"1000" default:"1000" doc:"The maximum number of rows, for a dimension."`
}

func (a *API) exportAnalytics(ctx context.Context, in *exportInput) (*huma.StreamResponse, error) {
	request, err := a.analyticsRequest(ctx, in.PeriodParams, in.FilterParams, SeriesParams{Granularity: in.Granularity, Limit: in.Limit})
	if err != nil {
		return nil, err
	}
	day := a.clock.Now().UTC().Format(time.DateOnly)
	if len(in.GroupBy) > 0 {
		if in.Format != string(analytics.CSV) {
			return nil, fault.New(fault.Invalid, "Statistics are exported as CSV only. Remove groupBy to export clicks as Parquet.").
				At("format")
		}
		return a.exportTable(ctx, in.GroupBy[0], request, day)
	}
	file, err := a.ClickExports.Export(ctx, apikit.ActorOf(ctx), request, analytics.FileFormat(in.Format))
	if err != nil {
		return nil, err
	}
	kind := csvType
	if in.Format == string(analytics.Parquet) {
		kind = parquetType
	}
	return apikit.Download(file, kind, "linnet-clicks-"+day+"."+in.Format, file.Size), nil
}

// exportTable exports one part of a report.
func (a *API) exportTable(ctx context.Context, g groupBy, request analytics.Request, day string) (*huma.StreamResponse, error) {
	parts := g.addTo(&request)
	report, err := a.Analytics.Report(ctx, apikit.ActorOf(ctx), request, parts)
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	if err := writeTable(&file, g, report); err != nil {
		return nil, err
	}
	name := fmt.Sprintf("linnet-%s-%s.csv", strings.ToLower(string(g)), day)
	return apikit.Download(io.NopCloser(&file), csvType, name, int64(file.Len())), nil
}

func writeTable(to io.Writer, g groupBy, r analytics.Report) error {
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	var rows [][]string
	switch g {
	case groupCount:
		rows = append(rows, []string{"clicks", "uniques", "bots", "leads", "sales", "imported", "importedUndated"}, []string{
			number(r.Count.Clicks), number(r.Count.Uniques), number(r.Count.Bots),
			number(r.Converted.Leads), number(r.Converted.Sales), number(r.Imported.Clicks), number(r.Imported.Undated),
		})
	case groupTimeSeries:
		rows = append(rows, []string{"start", "clicks", "uniques", "imported"})
		for _, p := range r.Points {
			rows = append(rows, []string{p.Start.UTC().Format(time.RFC3339), number(p.Clicks), number(p.Uniques), number(p.Imported)})
		}
	case groupHeatmap:
		rows = append(rows, []string{"weekday", "hour", "clicks"})
		for _, c := range heatmapOf(r.Heatmap).Cells {
			rows = append(rows, []string{strconv.Itoa(c.Weekday), strconv.Itoa(c.Hour), number(c.Clicks)})
		}
	default:
		rows = append(rows, []string{string(g), "label", "clicks", "uniques", "leads", "sales", "imported"})
		for _, row := range r.Lists[analytics.Dimension(g)] {
			rows = append(rows, []string{
				row.Key, row.Label, number(row.Clicks), number(row.Uniques),
				number(row.Converted.Leads), number(row.Converted.Sales), number(row.Imported),
			})
		}
	}
	table := csvsafe.NewFile(rows[0]...)
	for _, row := range rows[1:] {
		table = csvsafe.AppendRow(table, row)
	}
	_, err := to.Write(table)
	return err
}

// describeClickExport documents the file, which huma cannot derive.
func describeClickExport(doc *huma.OpenAPI) {
	file := &huma.MediaType{Schema: apikit.BinarySchema()}
	doc.Paths["/analytics/export"].Get.Responses["200"] = &huma.Response{
		Description: "The file.",
		Content:     map[string]*huma.MediaType{csvType: file, parquetType: file},
	}
}
