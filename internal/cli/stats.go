package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"time"

	"linnet/client"
)

type statsCmd struct {
	aboutLink
	asJSON
	Period  string `help:"Period: today, yesterday, 24h, 7d, 28d, 30d, 90d, 91d, 12mo, mtd, qtd, ytd or all." default:"30d" placeholder:"PERIOD"`
	GroupBy string `help:"Dimension, such as country, referrer or device; timeseries: by time. Default: the total." placeholder:"DIMENSION"`
	Limit   int64  `help:"Maximum number of rows of a dimension." default:"10"`
}

// Run prints the clicks of a link.
func (c statsCmd) Run(ctx context.Context, s streams) error {
	api, link, err := c.open(ctx)
	if err != nil {
		return err
	}
	by := client.GroupBy(cmp.Or(c.GroupBy, string(client.GroupByCount)))
	params := client.GetAnalyticsParams{GroupBy: by, Interval: c.Period, LinkID: []string{link.ID}, Limit: &c.Limit}
	var answer json.RawMessage // with --json, the figures of the server as they are
	if err := api.Do(ctx, http.MethodGet, "/analytics", client.Query(params), nil, &answer); err != nil {
		return explained(api, err)
	}
	return c.print(s.out, answer, func(w io.Writer) error {
		var figures client.AnalyticsAnswer
		if err := json.Unmarshal(answer, &figures); err != nil {
			return err
		}
		return printFigures(w, by, &figures)
	})
}

// printFigures writes the total, a row for each value of a dimension, or a row for each bucket of a series.
func printFigures(w io.Writer, by client.GroupBy, figures *client.AnalyticsAnswer) error {
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	values := [][]string{}
	switch by {
	case client.GroupByCount:
		values = [][]string{{number(figures.Clicks), number(figures.Uniques), number(figures.Bots)}}
		return printRows(w, []string{"CLICKS", "UNIQUES", "BOTS"}, values)
	case client.GroupByTimeseries:
		for _, point := range figures.Points {
			values = append(values, []string{point.Start.Format(time.RFC3339), number(point.Clicks), number(point.Uniques)})
		}
		return printRows(w, []string{"START", "CLICKS", "UNIQUES"}, values)
	case client.GroupByHeatmap:
		for _, cell := range figures.Cells {
			values = append(values, []string{number(cell.Weekday), number(cell.Hour), number(cell.Clicks)})
		}
		return printRows(w, []string{"WEEKDAY", "HOUR", "CLICKS"}, values)
	default:
		for _, row := range figures.Rows {
			values = append(values, []string{cmp.Or(row.Label, row.Key, "-"), number(row.Clicks), number(row.Uniques)})
		}
		return printRows(w, []string{"VALUE", "CLICKS", "UNIQUES"}, values)
	}
}
