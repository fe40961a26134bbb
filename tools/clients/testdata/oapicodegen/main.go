// Command oapicodegen creates, reads, clears a field of, and deletes a link with the client that oapi-codegen generates.
package main

import (
	"context"
	"log"
	"net/http"
	"os"

	"github.com/oapi-codegen/nullable"

	"linnet/tools/clients/testdata/oapicodegen/api"
)

func main() {
	ctx := context.Background()
	client, err := api.NewClientWithResponses(os.Getenv("LINNET_URL")+"/api/v1", api.WithRequestEditorFn(authorize))
	if err != nil {
		log.Fatal(err)
	}
	title := nullable.NewNullableWithValue("Launch")
	created, err := client.CreateLinkWithResponse(ctx, nil, api.CreateLink{Url: "https://example.com/", Title: title})
	if err != nil || created.JSON201 == nil || created.JSON201.Title.GetOrEmpty() != "Launch" {
		log.Fatalf("create: %v %s", err, created.Body)
	}
	id := created.JSON201.Id
	read, err := client.GetLinkWithResponse(ctx, id, nil)
	if err != nil || read.JSON200 == nil || read.JSON200.Title.GetOrEmpty() != "Launch" {
		log.Fatalf("read: %v %s", err, read.Body)
	}
	cleared, err := client.UpdateLinkWithResponse(ctx, id, nil, api.UpdateLink{Title: nullable.NewNullNullable[string]()})
	if err != nil || cleared.JSON200 == nil || !cleared.JSON200.Title.IsNull() || cleared.JSON200.Url != "https://example.com/" {
		log.Fatalf("clear: %v %s", err, cleared.Body)
	}
	deleted, err := client.DeleteLinkWithResponse(ctx, id, nil)
	if err != nil || deleted.StatusCode() != http.StatusNoContent {
		log.Fatalf("delete: %v %s", err, deleted.Body)
	}
}

func authorize(_ context.Context, r *http.Request) error {
	r.Header.Set("Authorization", "Bearer "+os.Getenv("LINNET_API_KEY"))
	return nil
}
