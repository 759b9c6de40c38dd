'use strict';

// A login authorizes what is called from this page afterwards.
function takeToken(response) {
  if (response.url && response.url.endsWith('/user/login') && response.body && response.body.success) {
    ui.preauthorizeApiKey('token', response.body.data);
  }
  return response;
}

const ui = SwaggerUIBundle({
  url: 'openapi.yaml',
  dom_id: '#swagger-ui',
  layout: 'BaseLayout',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  responseInterceptor: takeToken,
});
