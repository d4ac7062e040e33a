from django.contrib import admin

from .models import Person


@admin.register(Person)
class PersonAdmin(admin.ModelAdmin):
    list_display = ["first_name", "last_name", "phone", "address"]
    search_fields = ["last_name"]
    ordering = ["last_name"]
    list_per_page = 50
