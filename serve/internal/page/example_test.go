package page_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/zobrist-go/zobrist/serve/internal/page"
)

// The page comes from one handler. What it shows it requests from the same host, where a
// serve.Server answers.
func Example() {
	server := httptest.NewServer(page.New())
	defer server.Close()
	answer, err := http.Get(server.URL)
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	fmt.Println(answer.Header.Get("Content-Type"))
	// Output: text/html; charset=utf-8
}
