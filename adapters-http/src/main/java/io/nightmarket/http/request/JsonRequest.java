package io.nightmarket.http.request;

import io.vertx.openapi.validation.RequestParameter;
import io.vertx.openapi.validation.ValidatableRequest;
import java.util.Map;

/** A request whose body was found to be JSON already; the validator itself minds upper case in the media type. */
record JsonRequest(ValidatableRequest request) implements ValidatableRequest {
    @Override
    public Map<String, RequestParameter> getHeaders() {
        return request.getHeaders();
    }

    @Override
    public Map<String, RequestParameter> getCookies() {
        return request.getCookies();
    }

    @Override
    public Map<String, RequestParameter> getPathParameters() {
        return request.getPathParameters();
    }

    @Override
    public Map<String, RequestParameter> getQuery() {
        return request.getQuery();
    }

    @Override
    public RequestParameter getBody() {
        return request.getBody();
    }

    @Override
    public String getContentType() {
        return "application/json";
    }
}
